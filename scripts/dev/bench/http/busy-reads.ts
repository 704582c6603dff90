/** How long reads take while votes are cast as fast as they can be. */
import { median } from '../median.ts'
import { load, same } from './load.ts'
import type { Load, Turns } from './load.ts'
import { draws, votes } from './writes.ts'

const READERS = { connections: 4, pauseMs: 10 }
const VOTERS = 8

/** The rows of a table, first its head. */
export async function benchBusyReads(
  { address, slug }: { address: string; slug: string },
  { turns, seconds }: Turns,
): Promise<string[][]> {
  const board = same(`GET /api/arenas/${slug}/leaderboard HTTP/1.1`, 200)
  const read = () => load(address, board, { ...READERS, seconds })
  const drawn: Buffer[] = []
  const quiet: Load[] = []
  const busy: Load[] = []
  const voted: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    // votes need battles, which are drawn before
    await load(address, draws(slug, drawn), { seconds: 1.5 * seconds })
    quiet.push(await read())
    const votesCast = load(address, votes(drawn), { connections: VOTERS, seconds })
    busy.push(await read())
    voted.push((await votesCast).perSecond)
  }
  const p99 = (loads: readonly Load[]) => median(loads.map((one) => one.p99))
  const times = median(busy.map((one, turn) => one.p99 / quiet[turn]!.p99))
  return [
    ['', 'p99 quiet, ms', 'p99 while votes are cast, ms', '', 'votes a second'],
    [
      'board, JSON',
      p99(quiet).toFixed(1),
      p99(busy).toFixed(1),
      `${times.toFixed(1)} ×`,
      median(voted).toFixed(0),
    ],
  ]
}
