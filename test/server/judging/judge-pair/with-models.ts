import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach } from 'vitest'
import { startModelServer, type ModelServerOptions } from '../../../../workshop/model-server/model-server.ts'
import { createTestApp, type TestAppOptions } from '../../../support/app.ts'
import { openForAll } from '../../../support/later.ts'
import { folderForAll } from '../../../support/temporary-folder.ts'
import * as arenas from './judged-arena.ts'

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

type Options = Partial<arenas.JudgedArenaOptions>
/** What a function of arenas takes beside its app. */
type Rest<Of> = Of extends (place: never, ...rest: infer All) => unknown ? All : never

/**
 * An app and models that, until a test says otherwise, judge alphabetically or as these options say, and what is done with
 * arenas there. All is there once the tests of the file run.
 */
export function withModels({ clock = 'runs', price, works = true, appOptions, ...options }: Rig = {}) {
  const saying = { reply: arenas.modelsThat(arenas.alphabetically), latencyMs: 0, ...options }
  const prices = price && join(folderForAll(), 'prices.json')
  /** Options of an app with these prices. */
  const priced: { prices?: string } = prices ? { prices } : {}
  const models = openForAll(() => startModelServer(saying))
  const app = openForAll(async () => {
    if (prices) await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [price] }))
    return createTestApp({ clock, env: arenas.KEYS, ...priced, ...appOptions })
  })
  if (works) beforeAll(() => app.work())
  beforeEach(() => {
    models.clear()
    models.become({ models: undefined, ...saying })
  })
  const here = (options: Options) => ({ baseUrl: models.openAiUrl, ...options })
  return {
    app,
    models,
    priced,
    setUpJudged: (options: Options = {}) => arenas.setUpJudged(app.deps, here(options)),
    judged: (options: Options = {}, more: Parameters<typeof arenas.judged>[2] = {}) =>
      arenas.judged(app.deps, here(options), more),
    start: (...rest: Rest<typeof arenas.start>) => arenas.start(app.deps, ...rest),
    progressWhen: (...rest: Rest<typeof arenas.progressWhen>) => arenas.progressWhen(app.deps, ...rest),
    callsOf: (...rest: Rest<typeof arenas.callsOf>) => arenas.callsOf(app.deps, ...rest),
    votesOf: (arena: Parameters<typeof arenas.votesOf>[1]) => arenas.votesOf(app.deps, arena),
    boardOf: (arena: Parameters<typeof arenas.boardOf>[1]) => arenas.boardOf(app, arena),
  }
}
