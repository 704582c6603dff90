/** The time from an acknowledged vote to the board that counts it, over HTTP, on arenas with many votes. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { castVote, boardsOf, type SeenBoard } from './visitors.ts'
import { machine, seconds, table } from './figures.ts'
import type { Delays, Order } from './server-process.ts'

const SIZES = [
  { slug: 'small', votes: 100_000, contestants: 20, prompts: 200 },
  { slug: 'large', votes: 5_000_000, contestants: 100, prompts: 1000 },
]
/** First single votes, each awaited on the board; then votes without a pause. */
const SINGLE = 25
const CONSTANT_SECONDS = 30
const ARENA_WAIT_MS = 600_000

type Send = <T>(order: Order) => Promise<T>

export async function benchServer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-server-'))
  chmodSync(folder, 0o755)
  console.log(machine())
  const blocked = ['blocked', 'by CPU']
  const head = [
    'votes',
    'of',
    'prompts',
    'loaded',
    'facts read',
    'board out',
    'at most',
    'memory',
    ...blocked,
  ]
  const constant = ['votes cast', 'boards', 'board out', 'at most', ...blocked]
  const rows = [[...head, ...constant.map((word) => `constantly: ${word}`)]]
  try {
    for (const size of SIZES) rows.push(await measureSize(folder, size))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  console.log(
    `\nFrom the vote acknowledged to its board on the stream (median of ${SINGLE}, then the slowest)`,
  )
  console.log(transposed(rows))
  console.log(`\n${machine()}`)
}

const transposed = (rows: string[][]): string => table(rows[0].map((_, i) => rows.map((row) => row[i] ?? '')))

async function measureSize(folder: string, size: (typeof SIZES)[number]): Promise<string[]> {
  const server = fork(join(import.meta.dirname, 'server-process.ts'), [join(folder, size.slug)])
  const send: Send = (order) => replyTo(server, order)
  try {
    await once(server, 'message')
    process.stderr.write(`${size.votes.toLocaleString('en')} votes …\n`)
    const loading = await timed(() => send({ load: size }))
    const address = await send<string>('serve')
    const boards = boardsOf(`${address}/api/arenas/${size.slug}/leaderboard/stream`)
    const reading = await timed(() => boards.until(({ votes }) => votes === size.votes, ARENA_WAIT_MS))
    await send('delays')
    process.stderr.write('  votes one by one …\n')
    const single = await oneByOne(address, size, boards)
    const quiet = await send<Delays>('delays')
    process.stderr.write('  votes without a pause …\n')
    const steadyVotes = await constantly(address, size, boards)
    const busy = await send<Delays>('delays')
    boards.leave()
    await send('stop')
    return [
      size.votes.toLocaleString('en'),
      String(size.contestants),
      String(size.prompts),
      seconds(loading),
      seconds(reading),
      seconds(median(single)),
      seconds(Math.max(...single)),
      `${quiet.memory.toFixed(0)} MB`,
      ...delaysOf(quiet),
      ...steadyVotes,
      ...delaysOf(busy),
    ]
  } finally {
    server.kill()
  }
}

async function replyTo<T>(server: ChildProcess, order: Order): Promise<T> {
  server.send(order as object)
  return (await once(server, 'message'))[0]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** Seconds from each acknowledgement to the board. */
async function oneByOne(address: string, { slug }: { slug: string }, boards: ReturnType<typeof boardsOf>) {
  const waits: number[] = []
  for (let n = 0; n < SINGLE; n++) {
    const { votes } = boards.last()
    const acknowledged = await castVote(address, slug)
    const board = await boards.until((one) => one.votes > votes, 60_000)
    waits.push((board.arrivedAt - acknowledged) / 1000)
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  return waits
}

async function constantly(
  address: string,
  { slug }: { slug: string },
  boards: ReturnType<typeof boardsOf>,
): Promise<string[]> {
  const from = boards.all.length
  const begun = performance.now()
  const before = boards.last().votes
  const acknowledged: number[] = []
  while (performance.now() - begun < CONSTANT_SECONDS * 1000) acknowledged.push(await castVote(address, slug))
  const total = before + acknowledged.length
  await boards.until(({ votes }) => votes === total, 60_000)
  const seen = boards.all.slice(from)
  const waits = acknowledged.map((at, n) => (outAt(seen, before + n + 1) - at) / 1000)
  return [
    String(acknowledged.length),
    String(seen.length),
    seconds(median(waits)),
    seconds(Math.max(...waits)),
  ]
}

const outAt = (seen: readonly SeenBoard[], votes: number): number =>
  seen.find((one) => one.votes >= votes)!.arrivedAt

const delaysOf = ({ wall, cpu }: Delays): string[] => [
  `${wall.toFixed(0)} ms`,
  cpu === null ? '–' : `${cpu.toFixed(0)} ms`,
]

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
