import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startModelServer } from '../../../../scripts/model-server/index.ts'
import type { ModelServer } from '../../../../scripts/model-server/index.ts'
import { createTestApp } from '../../../support/app.ts'
import type { TestApp } from '../../../support/app.ts'
import { alphabetically, KEYS, modelsThat, progressWhen, setUpJudged, start } from './judged-arena.ts'

let app: TestApp
let models: ModelServer
beforeAll(async () => {
  models = await startModelServer({ reply: modelsThat(alphabetically) })
  app = await createTestApp({ clock: 'runs', env: KEYS })
  await app.work()
})
afterAll(async () => {
  await app?.close()
  await models?.close()
})
beforeEach(() => {
  models.clear()
  models.become({ reply: modelsThat(alphabetically) })
})

test('answers are made, pairs are judged in both orders, and the board follows', async () => {
  const arena = await setUpJudged(app.deps, { slug: 'whole', baseUrl: models.openAiUrl })
  await start(app.deps, arena)
  const progress = await progressWhen(app.deps, arena)
  expect(progress).toMatchObject({
    status: 'done',
    answers: { total: 12, done: 12, failed: 0 },
    judgements: { total: 12, done: 12, failed: 0 },
    calls: { done: 36, failed: 0, underWay: 0 },
  })
  expect(models.asked.length).toBe(36)
})
