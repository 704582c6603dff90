/** Visitors who all ask at once: whether a stream drops, how long a first word takes, and what it costs the server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../server/open-app.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { importLiveArena, LIVE_KEY, LiveVisitor } from '../live-visitors.ts'
import { startModelServer } from '../model-server/model-server.ts'
import { machine, table } from './figures.ts'
import { at } from './load.ts'
import { cpuSecondsOf, memoryOf, inMegabytes, METRICS_TOKEN, startServer } from './servers.ts'

const SLUG = 'bench-live'
const ROUNDS = 3
const WORDS = Array.from({ length: 120 }, (_, i) => `word${i}`).join(' ')
/** As fast as models of today write, and three times as slow. */
const PACES = {
  'writer-fast': { firstWordMs: 300, wordsPerSecond: 60 },
  'writer-slow': { firstWordMs: 900, wordsPerSecond: 20 },
}

export async function benchLive(visitors: number): Promise<void> {
  console.log(machine())
  const dataDir = await mkdtemp(join(tmpdir(), 'deadheat-bench-live-'))
  const prices = join(dataDir, 'prices.json')
  await writeFile(
    prices,
    JSON.stringify({ asOf: '2026-01-01', prices: [{ models: ['writer-*'], input: 1, output: 5 }] }),
  )
  const models = await startModelServer({ reply: () => WORDS, paces: PACES })
  const env = {
    DEADHEAT_DATA: dataDir,
    DEADHEAT_PRICES: prices,
    DEADHEAT_METRICS_TOKEN: METRICS_TOKEN,
    [LIVE_KEY]: 'sk-benchmark-0123456789',
  }
  const server = await startServer(env)
  const app = await openApp(readConfig({ ...env, INIT_CWD: dataDir }), () => undefined)
  try {
    await importLiveArena(app.deps, {
      slug: SLUG,
      baseUrl: models.openAiUrl,
      models: { fast: 'writer-fast', slow: 'writer-slow' },
      live: {},
    })
    const all = Array.from(
      { length: visitors },
      () => new LiveVisitor((path, init) => fetch(server.address + path, init), SLUG),
    )
    const firstMs: number[] = []
    const wholeMs: number[] = []
    const cpuBefore = await cpuSecondsOf(server.address)
    const started = performance.now()
    let votes = 0
    let events = 0
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(
        all.map(async (visitor) => {
          const begun = performance.now()
          let first: number | null = null
          const { id } = await visitor.ask('How does a heat end?')
          const { end } = await visitor.read(id, () => {
            first ??= performance.now() - begun
            events++
          })
          firstMs.push(first!)
          wholeMs.push(performance.now() - begun)
          if (end.mayVote && (await visitor.vote(id, 'left'))) votes++
        }),
      )
    const seconds = (performance.now() - started) / 1000
    const cpu = (await cpuSecondsOf(server.address)) - cpuBefore
    const raw = 900 + (120 / 20) * 1000
    console.log(
      table([
        [`${visitors} visitors, conversations each`, String(ROUNDS)],
        ['votes', String(votes)],
        ['streams that dropped', String(all.reduce((sum, { dropped }) => sum + dropped, 0))],
        ['first words, median · 95 %', `${at(firstMs, 0.5).toFixed(0)} · ${at(firstMs, 0.95).toFixed(0)} ms`],
        [
          'whole answers, as a multiple of the slower model alone',
          `${(at(wholeMs, 0.5) / raw).toFixed(2)} ×`,
        ],
        ['events sent in a second', (events / seconds).toFixed(0)],
        ['processors that the server used', (cpu / seconds).toFixed(2)],
        ['its memory', inMegabytes(await memoryOf(server.address))],
      ]),
    )
  } finally {
    await app.close()
    await server.stop()
    await models.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(machine())
}
