import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach } from 'vitest'
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../../../../workshop/model-server/model-server.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../../../support/app.ts'
import { openForAll } from '../../../support/later.ts'
import { folderForAll } from '../../../support/temporary-folder.ts'
import { alphabetically, KEYS, modelsThat } from './judged-arena.ts'

interface Rig extends Partial<ModelServerOptions> {
  /** The initial time of the app's clock; default: the time of day. */
  clock?: string
  /** The only price there is: of these models, in USD for a million tokens. */
  price?: { models: string[]; input: number; output: number }
  /** Whether the app works on jobs from the start; default: yes. */
  works?: boolean
  /** How else the app is made. */
  appOptions?: TestAppOptions
}

/**
 * An app and models that, until a test says otherwise, judge alphabetically or as these options say. Both are there
 * once the tests of the file run.
 */
export function withModels({ clock = 'runs', price, works = true, appOptions, ...options }: Rig = {}): {
  app: TestApp
  models: ModelServer
  /** Options of an app with these prices. */
  priced: { prices?: string }
} {
  const saying = { reply: modelsThat(alphabetically), latencyMs: 0, ...options }
  const prices = price && join(folderForAll(), 'prices.json')
  const priced = prices ? { prices } : {}
  const models = openForAll(() => startModelServer(saying))
  const app = openForAll(async () => {
    if (prices) await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [price] }))
    return createTestApp({ clock, env: KEYS, ...priced, ...appOptions })
  })
  if (works) beforeAll(() => app.work())
  beforeEach(() => {
    models.clear()
    models.become({ models: undefined, ...saying })
  })
  return { app, models, priced }
}
