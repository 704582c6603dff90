/**
 * One case in its own process: `measure.ts FILE ROUNDS` prints the time and memory that `rate` needs for it on one
 * thread, as one line of JSON.
 */
import { Complaints } from '../../server/transfer/formats/complaints.ts'
import { chooseVotes } from '../../server/transfer/formats/choose-votes.ts'
import { openFile } from '../../server/transfer/formats/open-file.ts'
import { readFileVotes } from '../../server/transfer/formats/votes.ts'
import { VERSION } from '../../server/platform/config/installation.ts'
import { computeBoard } from '../../server/ratings/compute-board.ts'
import { inCanonicalOrder } from '../../server/ratings/boards/canonical-order.ts'
import { clusterOf, knownUnits, numberVotes } from '../../server/ratings/boards/count-votes.ts'
import { pointsAmong, type Selection } from '../../shared/stats/fit/points.ts'
import { bootstrap } from '../../shared/stats/intervals/bootstrap.ts'
import { fieldOf } from '../../shared/stats/declare/declare.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import { tally, type Tally } from '../../shared/stats/fit/tally.ts'
import type { VoteTable } from '../../shared/votes/vote-table.ts'

/** Times are seconds of user CPU, except `wall`. */
export interface Measured {
  /** From the start of the process until everything is loaded. */
  start: number
  read: number
  /** From columns to board, with all rounds. */
  board: number
  /** Reading and rating together, by the clock. */
  wall: number
  /** The best of a few point fits after aggregation, and the rounds alone. */
  fit: number
  rounds: number
  /** Highest memory in MB over all of the above, without the repetitions. */
  memory: number
}

const REPEATS = 5
const cpu = (): number => process.cpuUsage().user / 1e6

/** The best of some repetitions: the machine is shared, and the first ones run uncompiled code. */
function best(work: () => unknown, repeats = REPEATS): number {
  let least = Infinity
  for (let i = 0; i < repeats; i++) {
    const before = cpu()
    work()
    least = Math.min(least, cpu() - before)
  }
  return least
}

/** From the file to columns of votes. */
async function readVotes(path: string) {
  const file = await readFileVotes(await openFile(path), new Complaints())
  const choice = { criterion: null, category: null, source: null, judge: null, orders: 'merge' } as const
  return chooseVotes(file, choice)
}

function rateVotes({ votes, view }: ReturnType<typeof chooseVotes>, rounds: number): void {
  computeBoard(votes, {
    arena: null,
    view,
    rounds,
    seed: 1,
    computedAt: new Date(0).toISOString(),
    version: VERSION,
  })
}

async function measure(path: string, rounds: number): Promise<Measured> {
  const start = cpu()
  const startedAt = performance.now()
  const chosen = await readVotes(path)
  const read = cpu()
  rateVotes(chosen, rounds)
  const end = cpu()
  const wall = (performance.now() - startedAt) / 1000
  const memory = process.resourceUsage().maxRSS / 1024
  const { counted, selection } = aggregate(chosen.votes)
  const { theta } = fit(selection.points)
  return {
    start,
    read: read - start,
    board: end - read,
    wall,
    fit: best(() => fit(selection.points)),
    rounds: best(() => roundsOf(counted, selection, theta, rounds), 2),
    memory,
  }
}

function aggregate(votes: VoteTable): { counted: Tally; selection: Selection } {
  const { cluster } = clusterOf(null, knownUnits(votes, 'mixed'))
  const names = [...votes.contestants].sort()
  const columns = numberVotes(votes, inCanonicalOrder(votes, cluster), names, cluster)
  const counted = tally(columns, cluster === 'vote' ? 'vote' : 'unit', 'half')
  const all = Int32Array.from(names.keys())
  return { counted, selection: pointsAmong(counted, fieldOf(pointsAmong(counted, all).points).rated) }
}

function roundsOf(counted: Tally, selection: Selection, theta: Float64Array, rounds: number): void {
  bootstrap(counted, selection, theta, { rounds, seed: 1 })
}

const [path, rounds] = process.argv.slice(2)
console.log(JSON.stringify(await measure(path!, Number(rounds))))
