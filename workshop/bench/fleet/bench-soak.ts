/** A server under the usual mix for a long time: one vote, two draws and twenty reads. Errors and memory. */
import { castVote, drawBattle } from '../cast-vote.ts'
import { at } from '../http/load.ts'
import { machine } from '../machine.ts'
import { table } from '../table.ts'
import { openServers, DEMO } from './open-servers.ts'
import { changeOf, memoryOver } from './memory-over.ts'

export interface SoakOptions {
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
  const fleet = await openServers(1, true)
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
    const { resident, kept, threads } = await memoryOver(fleet, minutes * 60_000)
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
    console.log(`\nmemory when warm ${changeOf(resident)}`)
    console.log(`objects and buffers in the ${threads} threads of both times: when warm ${changeOf(kept)}`)
    console.log(`errors: ${[...errors.values()].reduce((sum, count) => sum + count, 0)}`)
    for (const [what, count] of errors) console.log(`  ${count} × ${what}`)
    if (errors.size > 0) process.exitCode = 1
    console.log(`\n${machine()}`)
  } finally {
    await fleet.close()
  }
}

const read = async (url: string): Promise<void> => mustBe(200, await fetch(url))

async function mustBe(status: number, response: Response): Promise<void> {
  const text = await response.text()
  if (response.status !== status)
    throw new Error(
      `${new URL(response.url).pathname} was answered ${response.status}: ${text.slice(0, 200)}`,
    )
}
