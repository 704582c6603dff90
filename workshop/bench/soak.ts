/** A server under the usual mix for a long time: one vote, two draws and twenty reads. Errors and memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inMegabytes, type Servers, openServers, DEMO } from './servers.ts'
import { castVote, drawBattle } from './visitors.ts'
import { at } from './load.ts'
import { machine, table } from './figures.ts'

/** The share of the time after which resident memory is compared: the first collection makes it smaller for a while. */
const RESTED = 0.4
const SAMPLES = 60

/** Resident memory of the first server: means of the first and the last quarter of the time after `RESTED`, in bytes. */
async function memoryOver(
  memory: Servers['memory'],
  milliseconds: number,
): Promise<{ warm: number; last: number }> {
  const start = performance.now()
  const samples: number[] = []
  while (samples.length < SAMPLES) {
    // by the clock, so that slow answers do not put samples after the end of the work
    const at = start + ((samples.length + 1) / SAMPLES) * milliseconds
    await sleep(Math.max(0, at - performance.now()))
    samples.push((await memory())[0]!)
  }
  const part = samples.slice(Math.floor(SAMPLES * RESTED))
  const quarter = Math.ceil(part.length / 4)
  return { warm: mean(part.slice(0, quarter)), last: mean(part.slice(-quarter)) }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

interface SoakOptions {
  minutes: number
  /** Visitors at once; each makes one request after another. */
  visitors?: number
}

const BOARD = `/api/arenas/${DEMO}/leaderboard`
const READS = [
  BOARD,
  `/a/${DEMO}`,
  `/a/${DEMO}/badge.svg`,
  '/api/arenas',
  `/api/arenas/${DEMO}`,
  `${BOARD}?source=all`,
  `/api/arenas/${DEMO}/history`,
  `/api/arenas/${DEMO}/head-to-head`,
  '/',
  `/a/${DEMO}.txt`,
]
const READS_A_ROUND = 20

/** The exit code is 1 if a request failed. */
export async function benchSoak({ minutes, visitors = 8 }: SoakOptions): Promise<void> {
  console.log(machine())
  const fleet = await openServers(1)
  const address = fleet.addresses[0]!
  const waits = { vote: [] as number[], draw: [] as number[], read: [] as number[] }
  const errors = new Map<string, number>()
  const end = performance.now() + minutes * 60_000
  const timed = async (kind: keyof typeof waits, work: () => Promise<unknown>) => {
    const start = performance.now()
    try {
      await work()
      waits[kind].push(performance.now() - start)
    } catch (error) {
      const what = `${kind}: ${(error as Error).message}`
      errors.set(what, (errors.get(what) ?? 0) + 1)
    }
  }
  async function visit(visitor: number): Promise<void> {
    for (let round = visitor; performance.now() < end; round++) {
      // its draw is the first of two
      await timed('vote', () => castVote(address, DEMO))
      await timed('draw', () => drawBattle(address, DEMO))
      for (let n = 0; n < READS_A_ROUND && performance.now() < end; n++)
        await timed('read', () => read(address + READS[(round + n) % READS.length]!))
    }
  }
  try {
    const working = Promise.all(Array.from({ length: visitors }, (_, n) => visit(n)))
    const { warm, last } = await memoryOver(fleet.memory, minutes * 60_000)
    await working
    const total = Object.values(waits).reduce((sum, { length }) => sum + length, 0)
    console.log(`\n${minutes} minutes, ${visitors} visitors, ${total.toLocaleString('en')} requests`)
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
    const change = `${last < warm ? '−' : '+'}${(100 * Math.abs(last / warm - 1)).toFixed(1)} %`
    console.log(`\nmemory when warm ${inMegabytes(warm)}, at the end ${inMegabytes(last)} (${change})`)
    console.log(`errors: ${[...errors.values()].reduce((sum, count) => sum + count, 0)}`)
    for (const [what, count] of errors) console.log(`  ${count} × ${what}`)
    if (errors.size > 0) process.exitCode = 1
    console.log(`\n${machine()}`)
  } finally {
    await fleet.close()
  }
}

const read = async (url: string): Promise<void> => requireStatus(200, await fetch(url))

async function requireStatus(status: number, response: Response): Promise<void> {
  const text = await response.text()
  if (response.status !== status)
    throw new Error(
      `${new URL(response.url).pathname} was answered ${response.status}: ${text.slice(0, 200)}`,
    )
}
