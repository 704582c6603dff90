import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startModelServer, type ModelServer } from '../../../../workshop/model-server/index.ts'
import { createTestApp, type TestApp } from '../../../support/app.ts'
import { alphabetically, KEYS, modelsThat } from './judged-arena.ts'

/**
 * An app that works on jobs, and models that judge alphabetically until a test says otherwise. Both are there once the
 * tests of the file run.
 * @param key what the models ask for in place of any
 */
export function withModels(key?: string): { app: TestApp; models: ModelServer } {
  const there = {} as { app: TestApp; models: ModelServer }
  beforeAll(async () => {
    there.models = await startModelServer({ reply: modelsThat(alphabetically) })
    there.app = await createTestApp({ clock: 'runs', env: KEYS })
    await there.app.work()
  })
  afterAll(async () => {
    await there.app?.close()
    await there.models?.close()
  })
  beforeEach(() => {
    there.models.clear()
    there.models.become({ reply: modelsThat(alphabetically), ...(key && { key }) })
  })
  return there
}
