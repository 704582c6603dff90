/**
 * A server under steady load for a long time, on an arena of many votes: voters who draw and vote at a fixed rate, open
 * streams of boards, and reads. Prints errors, waits, and what of the memory grows.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchMetrics, openServer } from './servers.ts'
import { drawBattle, voteOn } from '../visits.ts'
import { at, machine, table } from './figures.ts'

const ARENA = { slug: 'soak', contestants: 30, prompts: 100 }
const BOARD = `/api/arenas/${ARENA.slug}/leaderboard`
const READS = [
  BOARD,
  `/a/${ARENA.slug}`,
  `/a/${ARENA.slug}/badge.svg`,
  '/api/arenas',
  `/api/arenas/${ARENA.slug}`,
  `${BOARD}?source=all`,
  `/api/arenas/${ARENA.slug}/history`,
  `/api/arenas/${ARENA.slug}/head-to-head`,
  '/',
  `/a/${ARENA.slug}.txt`,
]
const READS_A_VOTE = 4
/** A stream is closed and opened again after so long, as by people who come and go. */
const STREAM_SECONDS = 60
/** Samples are taken so often, in seconds. */
const SAMPLE_SECONDS = 20
/** The share of the time that is left out of slopes: caches and heaps reach their size in it. */
const WARMING = 0.2
/** Slopes come from means over so many equal spans of time, since samples next to each other resemble each other. */
const SPANS = 12

interface SoakOptions {
  minutes: number
  /** Votes a second; each has two draws and four reads beside it. */
  rate?: number
  votes?: number
  streams?: number
}

/** The exit code is 1 if a request failed. */
export async function benchSoak({
  minutes,
  rate = 3,
  votes = 5_000,
  streams = 30,
}: SoakOptions): Promise<void> {
  console.log(machine())
  const server = await openServer()
  const { address } = server
  const waits = { vote: [] as number[], draw: [] as number[], read: [] as number[] }
  const errors = new Map<string, number>()
  const stopping = new AbortController()
  const timed = async (kind: keyof typeof waits, work: () => Promise<unknown>) => {
    const start = performance.now()
    try {
      await work()
      waits[kind].push(performance.now() - start)
    } catch (error) {
      const problem = `${kind}: ${(error as Error).message}`
      errors.set(problem, (errors.get(problem) ?? 0) + 1)
    }
  }
  /** One vote with its draw, another draw, and reads. */
  const visit = (visitor: number) =>
    Promise.all([
      timed('vote', async () => voteOn(await drawBattle(address, ARENA.slug))),
      timed('draw', () => drawBattle(address, ARENA.slug)),
      ...Array.from({ length: READS_A_VOTE }, (_, n) =>
        timed('read', () => read(address + READS[(visitor * READS_A_VOTE + n) % READS.length]!)),
      ),
    ])
  try {
    await server.load({ ...ARENA, votes })
    const watching = Array.from({ length: streams }, (_, n) =>
      watchBoards(`${address}${BOARD}/stream`, (n / streams) * STREAM_SECONDS, stopping.signal),
    )
    const sampling = sampleMemory(address, minutes, stopping.signal)
    const start = performance.now()
    const open = new Set<Promise<unknown>>()
    for (let visitor = 0; performance.now() < start + minutes * 60_000; visitor++) {
      await sleep(Math.max(0, start + (visitor * 1000) / rate - performance.now()))
      const visiting = visit(visitor)
      open.add(visiting)
      void visiting.then(() => open.delete(visiting))
    }
    await Promise.all(open)
    stopping.abort()
    await Promise.all(watching)
    report(await sampling, waits, errors)
    if (errors.size > 0) process.exitCode = 1
    console.log(`\n${machine()}`)
  } finally {
    stopping.abort()
    await server.close()
  }
}

/** Reads the stream of a board as pages do, a minute at a time, until the signal. */
async function watchBoards(stream: string, firstSeconds: number, signal: AbortSignal): Promise<void> {
  for (let seconds = firstSeconds; !signal.aborted; seconds = STREAM_SECONDS) {
    const leaving = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, seconds) * 1000)])
    try {
      const response = await fetch(stream, { signal: leaving })
      for await (const _ of response.body!) if (leaving.aborted) break
    } catch {
      await sleep(500)
    }
  }
}

/** What the process held at a moment, in bytes by the name of the part; `minutes` since the beginning. */
interface MemorySample {
  minutes: number
  parts: Map<string, number>
}

const MEMORY_METRIC =
  /^(process_resident_memory_bytes|nodejs_heap_size_used_bytes|nodejs_heap_size_total_bytes|nodejs_external_memory_bytes|deadheat_thread_memory_bytes)(?:\{thread="([^"]+)",part="([^"]+)"\})? (\S+)$/gm

/** Prints a line a minute, so that a run that is ended early has said something. */
async function sampleMemory(address: string, minutes: number, signal: AbortSignal): Promise<MemorySample[]> {
  const samples: MemorySample[] = []
  const start = performance.now()
  for (let n = 1; !signal.aborted && n * SAMPLE_SECONDS <= minutes * 60; n++) {
    await sleep(Math.max(0, start + n * SAMPLE_SECONDS * 1000 - performance.now()), undefined, {
      signal,
    }).catch(() => {})
    const metrics = await fetchMetrics(address).catch(() => null)
    // a machine that is short of time for a moment loses a sample, not hours
    if (metrics === null) continue
    const parts = new Map<string, number>()
    for (const [, name, thread, part, value] of metrics.matchAll(MEMORY_METRIC))
      parts.set(
        thread ? `${thread} ${part}` : name!.replace(/^(?:nodejs|process)_|_bytes$/g, ''),
        Number(value),
      )
    samples.push({ minutes: (performance.now() - start) / 60_000, parts })
    if (n % Math.round(60 / SAMPLE_SECONDS) === 0)
      console.log(
        `${samples.at(-1)!.minutes.toFixed(0).padStart(4)} min  ${[...parts].map(([name, bytes]) => `${name} ${megabytes(bytes)}`).join(' · ')}`,
      )
  }
  return samples
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

function report(
  samples: MemorySample[],
  waits: Record<string, number[]>,
  errors: ReadonlyMap<string, number>,
): void {
  const total = Object.values(waits).reduce((sum, { length }) => sum + length, 0)
  console.log(`\n${total.toLocaleString('en')} requests`)
  console.log(
    table([
      ['', 'requests', 'p50 ms', 'p99 ms'],
      ...Object.entries(waits).map(([kind, values]) => [
        kind === 'vote' ? 'vote, with its draw' : kind,
        values.length.toLocaleString('en'),
        at(values, 0.5).toFixed(1),
        at(values, 0.99).toFixed(1),
      ]),
    ]),
  )
  const end = samples.at(-1)?.minutes ?? 0
  const warm = samples.filter(({ minutes }) => minutes >= WARMING * end)
  const names = new Set(warm.flatMap(({ parts }) => [...parts.keys()]))
  console.log(`\nMemory after the first ${(WARMING * end).toFixed(0)} minutes, MB and MB an hour:`)
  console.log(
    table([
      ['', 'first', 'last', 'largest', 'slope', 'standard error'],
      ...[...names].flatMap((name) => {
        const points = warm.flatMap(({ minutes, parts }) =>
          parts.has(name) ? [{ hours: minutes / 60, bytes: parts.get(name)! }] : [],
        )
        const line = fitLine(points)
        return line
          ? [
              [
                name,
                ...[line.first, line.last, line.largest].map(megabytes),
                ...[line.slope, line.standardError].map((value) => (value / 1e6).toFixed(1)),
              ],
            ]
          : []
      }),
    ]),
  )
  console.log(`errors: ${[...errors.values()].reduce((sum, count) => sum + count, 0)}`)
  for (const [problem, count] of errors) console.log(`  ${count} × ${problem}`)
}

/** The straight line through the means of `SPANS` spans of time, by least squares; bytes, and bytes an hour. */
function fitLine(points: { hours: number; bytes: number }[]) {
  if (points.length < SPANS) return null
  const length = points.length / SPANS
  const means = Array.from({ length: SPANS }, (_, span) => {
    const part = points.slice(Math.round(span * length), Math.round((span + 1) * length))
    return { x: mean(part.map(({ hours }) => hours)), y: mean(part.map(({ bytes }) => bytes)) }
  })
  const [x, y] = [mean(means.map((point) => point.x)), mean(means.map((point) => point.y))]
  const spread = means.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const slope = means.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
  const residual = means.reduce((sum, point) => sum + (point.y - y - slope * (point.x - x)) ** 2, 0)
  return {
    first: means[0]!.y,
    last: means.at(-1)!.y,
    largest: points.reduce((most, { bytes }) => Math.max(most, bytes), 0),
    slope,
    standardError: Math.sqrt(residual / (SPANS - 2) / spread),
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

async function read(url: string): Promise<void> {
  const response = await fetch(url)
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(
      `${new URL(response.url).pathname} was answered ${response.status}: ${text.slice(0, 200)}`,
    )
}
