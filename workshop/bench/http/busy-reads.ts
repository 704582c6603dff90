/**
 * How long reads take while votes are cast as fast as they can be. Plain `node:http` is read in the same seconds: what
 * its reads take longer is what votes, Postgres and this program take from the processors.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../median.ts'
import { load, same } from './load.ts'
import type { Load, Turns } from './load.ts'
import { answerOf, startBare } from './reads.ts'
import { draws, votes } from './writes.ts'

const READERS = { connections: 4, pauseMs: 10 }
const VOTERS = 8
/** Milliseconds of votes before reads are measured: the first board after a pause is one that readers wait for. */
const ALREADY_MS = 500

/** The rows of a table, first its head. */
export async function benchBusyReads(
  { address, slug }: { address: string; slug: string },
  folder: string,
  { turns, seconds }: Turns,
): Promise<string[][]> {
  const path = `/api/arenas/${slug}/leaderboard`
  const bare = await startBare(await answerOf(address + path), folder)
  const board = same(`GET ${path} HTTP/1.1`, 200)
  const read = () =>
    Promise.all([address, bare.address].map((one) => load(one, board, { ...READERS, seconds })))
  const drawn: Buffer[] = []
  const quiet: Load[][] = []
  const busy: Load[][] = []
  const voted: number[] = []
  try {
    for (let turn = 0; turn < turns; turn++) {
      // votes need battles, which are drawn before
      await load(address, draws(slug, drawn), { seconds: 1.5 * seconds })
      quiet.push(await read())
      const votesCast = load(address, votes(drawn), {
        connections: VOTERS,
        seconds: seconds + ALREADY_MS / 1000,
      })
      await sleep(ALREADY_MS)
      busy.push(await read())
      voted.push((await votesCast).perSecond)
    }
  } finally {
    await bare.stop()
  }
  const rowOf = (name: string, place: number): string[] => {
    const p99 = (loads: readonly Load[][]) => loads.map((both) => both[place]!.p99)
    const times = median(p99(busy).map((one, turn) => one / p99(quiet)[turn]!))
    return [name, median(p99(quiet)).toFixed(1), median(p99(busy)).toFixed(1), `${times.toFixed(1)} ×`]
  }
  return [
    ['', 'p99 quiet, ms', `p99 during ${median(voted).toFixed(0)} votes a second, ms`, ''],
    rowOf('board, JSON', 0),
    rowOf('node:http', 1),
  ]
}
