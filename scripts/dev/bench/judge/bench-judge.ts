/** The speed of judging: 2,000 judgements by a provider that takes half a second, while people vote. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { arenaNamed } from '../../../../server/arenas/index.ts'
import { startRun } from '../../../../server/judging/index.ts'
import { progressOf } from '../../../../server/runs/index.ts'
import { openApp, type AppContext } from '../../../../server/open-app.ts'
import { readConfig } from '../../../../server/platform/config/config.ts'
import type { JudgingProgress, IssuedBattle } from '../../../../shared/contracts/index.ts'
import { importJudgedAnswers } from '../../model-server/import-judged-answers.ts'
import { machine } from '../machine.ts'
import { table, times } from '../table.ts'
import { startProvider, startServer } from '../processes.ts'

const LATENCY_MS = 500
const CONCURRENCY = 32
const CONTESTANTS = 5
const PROMPTS = 200
const JUDGEMENTS = (PROMPTS * CONTESTANTS * (CONTESTANTS - 1)) / 2
const CALLS = 2 * JUDGEMENTS
const IDLE_MS = 10_000
const SLUG = 'bench-judge'

export async function benchJudge(): Promise<void> {
  console.log(machine())
  const dataDir = await mkdtemp(join(tmpdir(), 'deadheat-bench-judge-'))
  const env = { DEADHEAT_DATA: dataDir, BENCH_KEY: 'bench-key' }
  const provider = await startProvider(LATENCY_MS)
  const server = await startServer(env)
  const app = await openApp(readConfig({ ...env, INIT_CWD: dataDir }), () => undefined)
  try {
    await importJudgedAnswers(app.deps, {
      slug: SLUG,
      contestants: Array.from({ length: CONTESTANTS }, (_, i) => `contestant ${i + 1}`),
      prompts: PROMPTS,
      text: (name, key) => `${name} answers ${key}. ${'A sentence of it. '.repeat(20)}`,
      provider: {
        type: 'anthropic',
        base_url: provider.address,
        api_key_env: 'BENCH_KEY',
        concurrency: CONCURRENCY,
      },
      judge: { name: 'bench judge', model: 'bench-1', params: {} },
    })
    const quiet = await votesFor(server.address, () => sleep(IDLE_MS))
    let progress: JudgingProgress
    const start = performance.now()
    const busy = await votesFor(server.address, async () => void (progress = await judgeAll(app)))
    const wall = (performance.now() - start) / 1000
    report(progress!, wall, quiet, busy)
  } finally {
    await app.close()
    await server.stop()
    await provider.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(machine())
}

async function judgeAll({ deps }: AppContext): Promise<JudgingProgress> {
  const arena = await arenaNamed(deps.db, SLUG)
  await startRun(deps, arena, { kind: 'judge', spec: { plan: {}, seed: 1 } })
  for (;;) {
    await sleep(100)
    const progress = (await progressOf(deps, arena.id))!
    if (progress.status !== 'running') return progress
    const { total, done } = progress.judgements
    process.stderr.write(`\r${done} of ${total ?? '…'} judgements `)
  }
}

async function votesFor(address: string, act: () => Promise<void>): Promise<number[]> {
  const over = new AbortController()
  const voting = voteUntil(address, SLUG, over.signal)
  await Promise.race([act(), voting]).finally(() => over.abort())
  return (await voting).sort((a, b) => a - b)
}

function report({ judgements, calls }: JudgingProgress, wall: number, quiet: number[], busy: number[]): void {
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
  const row = (name: string, sorted: number[]) => [
    name,
    String(sorted.length),
    ...[0.5, 0.95].map((share) => `${sorted[Math.floor(share * (sorted.length - 1))].toFixed(1)} ms`),
  ]
  console.log('\nFrom posting a vote on the page to its receipt')
  console.log(table([['', 'votes', 'p50', 'p95'], row('nothing else', quiet), row('while judging', busy)]))
}

/** A person who votes on the page, one pair after another, and measures the time. */

const BETWEEN_MS = 150

/**
 * Votes until stopped, each time as a new voter.
 * @returns ms from posting each vote until its receipt
 */
async function voteUntil(address: string, arena: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const shown = await fetch(`${address}/api/arenas/${arena}/battles`, post({}))
    const { battle, ticket } = (await shown.json()) as IssuedBattle
    const cookie = shown.headers.get('set-cookie')?.split(';')[0] ?? ''
    const start = performance.now()
    const voted = await fetch(
      `${address}/api/battles/${battle.id}/vote`,
      post({ ticket, outcome: 'left' }, { cookie }),
    )
    await voted.text()
    if (voted.status !== 201) throw new Error(`the vote was answered with ${voted.status}`)
    times.push(performance.now() - start)
    await sleep(BETWEEN_MS, undefined, { signal }).catch(() => undefined)
  }
  return times
}

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
