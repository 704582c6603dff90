/** The speed of judging: 2,000 judgements by a provider that takes half a second. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { arenaForOperator } from '../../server/arenas/index.ts'
import { startRun } from '../../server/judging/index.ts'
import { runProgress } from '../../server/runs/index.ts'
import { openApp, type AppContext } from '../../server/open-app.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import type { JudgingProgress } from '../../shared/contracts/index.ts'
import { importJudgedAnswers } from '../model-server/import-judged-answers.ts'
import { machine, table, times } from './figures.ts'
import { startModelServer } from '../model-server/model-server.ts'
import type { ReceivedCall } from '../model-server/wires.ts'
import { startServer } from './servers.ts'

const LATENCY_MS = 500
const CONCURRENCY = 32
const CONTESTANTS = 5
const PROMPTS = 200
const JUDGEMENTS = (PROMPTS * CONTESTANTS * (CONTESTANTS - 1)) / 2
const CALLS = 2 * JUDGEMENTS
const SLUG = 'bench-judge'

export async function benchJudge(): Promise<void> {
  console.log(machine())
  const dataDir = await mkdtemp(join(tmpdir(), 'deadheat-bench-judge-'))
  const env = { DEADHEAT_DATA: dataDir, BENCH_KEY: 'bench-key' }
  // this process only waits, so the provider may be in it
  const provider = await startModelServer({ reply: verdictOn, latencyMs: LATENCY_MS })
  const server = await startServer(dataDir, env)
  const app = await openApp(readConfig({ ...env, INIT_CWD: dataDir }), () => undefined)
  try {
    await importJudgedAnswers(app.deps, {
      slug: SLUG,
      contestants: Array.from({ length: CONTESTANTS }, (_, i) => `contestant ${i + 1}`),
      prompts: PROMPTS,
      text: (name, key) => `${name} answers ${key}. ${'A sentence of it. '.repeat(20)}`,
      provider: {
        type: 'anthropic',
        base_url: provider.anthropicUrl,
        api_key_env: 'BENCH_KEY',
        concurrency: CONCURRENCY,
      },
      judge: { name: 'bench judge', model: 'bench-1', params: {} },
    })
    const start = performance.now()
    const progress = await judgeAll(app)
    report(progress, (performance.now() - start) / 1000)
  } finally {
    await app.close()
    await server.stop()
    await provider.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(machine())
}

const VERDICTS = ['first', 'second', 'tie'] as const

function verdictOn({ schema, number }: ReceivedCall): string {
  const keys = Object.keys((schema as { properties: object }).properties)
  const verdict = {
    reason: 'It says more of what was asked for.',
    verdict: VERDICTS[number % VERDICTS.length],
  }
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, verdict])))
}

async function judgeAll({ deps }: AppContext): Promise<JudgingProgress> {
  const arena = await arenaForOperator(deps.db, SLUG)
  await startRun(deps, arena, { kind: 'judge', spec: { plan: {}, seed: 1 } })
  for (;;) {
    await sleep(100)
    const progress = (await runProgress(deps, arena.id))!
    if (progress.status !== 'running') return progress
    const { total, done } = progress.judgements
    process.stderr.write(`\r${done} of ${total ?? '…'} judgements `)
  }
}

function report({ judgements, calls }: JudgingProgress, wall: number): void {
  const ideal = (CALLS * LATENCY_MS) / 1000 / CONCURRENCY
  process.stderr.write('\r\u001b[K')
  console.log(
    `\n${judgements.done} judgements, ${calls.done} calls of ${LATENCY_MS} ms, ${CONCURRENCY} at once; ${calls.failed} failed`,
  )
  console.log(
    table([
      ['', 'ideal', 'took', 'took / ideal'],
      ['judging', `${ideal.toFixed(1)} s`, `${wall.toFixed(1)} s`, times(wall / ideal)],
    ]),
  )
}
