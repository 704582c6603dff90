/**
 * One case in its own process: `measure.ts FILE ROUNDS [THREADS [again]]` prints the time and memory that `rate` needs
 * for it, as one line of JSON. Default: one thread.
 */
import { Complaints } from '../../server/transfer/formats/complaints.ts'
import { chooseVotes } from '../../server/transfer/formats/choose-votes.ts'
import { openFile } from '../../server/transfer/formats/open-file.ts'
import { readFileVotes } from '../../server/transfer/formats/votes.ts'
import { VERSION } from '../../server/platform/config/installation.ts'
import { computeBoard } from '../../server/ratings/compute-board.ts'
import { inCanonicalOrder } from '../../server/ratings/boards/canonical-order.ts'
import { clusterOf, knownUnits } from '../../server/ratings/boards/choose-cluster.ts'
import { numberVotes } from '../../server/ratings/boards/count-votes.ts'
import { pointsAmong, type PairPoints, type Selection } from '../../shared/stats/fit/points.ts'
import { bootstrap, resampler } from '../../shared/stats/intervals/bootstrap.ts'
import { fieldOf } from '../../shared/stats/declare/declare.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../shared/stats/fit/information.ts'
import { tally, type Tally } from '../../shared/stats/fit/tally.ts'
import type { Board } from '../../shared/contracts/index.ts'
import type { VoteTable } from '../../shared/votes/vote-table.ts'
import { median } from './figures.ts'

/** Times are seconds of user CPU, except `wall`. */
export interface Measured {
  /** From the start of the process until everything is loaded. */
  start: number
  read: number
  /** The part of it in the thread that waits for the votes. */
  readHere: number
  /** From columns to board, with all rounds. */
  board: number
  /** Reading and rating together, by the clock. */
  wall: number
  /** The same again in this process, median of five; null if it was not asked for. */
  wallAgain: number | null
  /** The best of a few point fits after aggregation, and the rounds alone. */
  fit: number
  rounds: number
  /** Highest memory in MB over all of the above, without the repetitions. */
  memory: number
  pairs: number
  converged: boolean
  iterations: number
  /** max |gradient| divided by the most votes of a contestant. The goal is 1e-9. */
  gradient: number
}

const REPEATS = 5
const cpu = (): number => process.cpuUsage().user / 1e6
const cpuHere = (): number => process.threadCpuUsage().user / 1e6

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

function boardOf({ votes, view }: ReturnType<typeof chooseVotes>, rounds: number, threads: number): Board {
  return computeBoard(votes, {
    arena: null,
    view,
    rounds,
    seed: 1,
    threads,
    computedAt: new Date(0).toISOString(),
    version: VERSION,
  })
}

async function againByClock(path: string, rounds: number, threads: number): Promise<number> {
  const walls: number[] = []
  for (let n = 0; n < REPEATS; n++) {
    const before = performance.now()
    boardOf(await readVotes(path), rounds, threads)
    walls.push((performance.now() - before) / 1000)
  }
  return median(walls)
}

async function measure(path: string, rounds: number, threads: number, again: boolean): Promise<Measured> {
  const start = cpu()
  const startHere = cpuHere()
  const startedAt = performance.now()
  const chosen = await readVotes(path)
  const read = cpu()
  const readHere = cpuHere() - startHere
  const { votes } = chosen
  const board = boardOf(chosen, rounds, threads)
  const end = cpu()
  const wall = (performance.now() - startedAt) / 1000
  const memory = process.resourceUsage().maxRSS / 1024
  const { counted, selection } = aggregate(votes)
  const fitted = fit(selection.points)
  return {
    start,
    read: read - start,
    readHere,
    board: end - read,
    wall,
    wallAgain: again ? await againByClock(path, rounds, threads) : null,
    fit: best(() => fit(selection.points)),
    rounds: rounds > 0 ? best(() => roundsOf(counted, selection, fitted.theta, rounds), 2) : 0,
    memory,
    pairs: selection.points.first.length,
    converged: board.converged,
    iterations: board.iterations,
    gradient: fitted.gradient / mostVotes(selection.points),
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
  const { points } = selection
  const resample = resampler(counted, selection)
  bootstrap(points, theta, information(points, theta), resample, {
    rounds,
    seed: 1,
    onProgress: () => undefined,
  })
}

function mostVotes({ contestants, first, second, firstPoints, secondPoints }: PairPoints): number {
  const votes = new Float64Array(contestants)
  for (let pair = 0; pair < first.length; pair++)
    for (const side of [first[pair], second[pair]]) votes[side] += firstPoints[pair] + secondPoints[pair]
  return votes.reduce((most, count) => Math.max(most, count), 1)
}

const [path, rounds, threads = '1', again] = process.argv.slice(2)
console.log(JSON.stringify(await measure(path!, Number(rounds), Number(threads), again === 'again')))
