import { expectLeader } from '../../../../shared/stats/plan/expect.ts'
import { fit } from '../../../../shared/stats/fit/bradley-terry.ts'
import { measureRated } from '../../../../shared/stats/intervals/measurement.ts'
import { tally } from '../../../../shared/stats/fit/tally.ts'
import { boardOf } from '../settle/growing.ts'
import { expectedScore } from '../truth.ts'

/** A world: strengths, the standard deviation of prompts' preferences (in logits), and the size of its boards. */
export interface LeaderWorld {
  strengths: readonly number[]
  likes: number
  prompts: number
  /** Votes on each prompt, each on a random pair. */
  votes: number
}

/** Sums over boards of the error of an estimate of the leader's strength, in logits. */
export interface Errors {
  sum: number
  squares: number
  /** Boards whose interval contains the true strength. */
  covered: number
  /** The sum of the intervals' lengths. */
  length: number
}

export interface LeadersFound {
  /** Boards with an expectation. The others have too few units, or nobody is rated. */
  boards: number
  silent: number
  /** The rating of the board, with its marginal interval. */
  naive: Errors
  /** The rating expected on new prompts. */
  expected: Errors
}

/** Draws boards of the world and compares their leader's rating with its strength on all prompts there are. */
export function leaders(
  world: LeaderWorld,
  { boards, rounds, seed }: { boards: number; rounds: number; seed: number },
): LeadersFound {
  const truth = projected(world)
  const sums: LeadersFound = { boards: 0, silent: 0, naive: none(), expected: none() }
  for (let board = 0; board < boards; board++) {
    const own = seed * 100_000 + board
    const votes = boardOf(world.strengths, world.likes, own, world.prompts, world.votes)
    const measured = measureRated(tally(votes, 'unit', 'half'), 'comparison', { rounds, seed: own })
    const { expectation } = expectLeader(measured)
    // with fewer contestants rated, strengths are relative to another average
    if (!expectation || measured.selection.members.length < world.strengths.length) {
      sums.silent++
      continue
    }
    sums.boards++
    const leader = expectation.contestant
    add(sums.naive, expectation.rated - truth[leader], measured.intervals!.marginal[leader], truth[leader])
    add(sums.expected, expectation.theta - truth[leader], expectation.interval, truth[leader])
  }
  return sums
}

/** The strengths that Bradley-Terry fits to infinitely many prompts. */
function projected({ strengths, likes }: LeaderWorld): Float64Array {
  const pairs = strengths.flatMap((_, i) => strengths.slice(i + 1).map((_, more) => [i, i + 1 + more]))
  const scores = pairs.map(([i, j]) => expectedScore(strengths[i!] - strengths[j!], Math.SQRT2 * likes, null))
  return fit({
    contestants: strengths.length,
    first: Int32Array.from(pairs, ([i]) => i!),
    second: Int32Array.from(pairs, ([, j]) => j!),
    firstPoints: Float64Array.from(scores),
    secondPoints: Float64Array.from(scores, (score) => 1 - score),
  }).theta
}

const none = (): Errors => ({ sum: 0, squares: 0, covered: 0, length: 0 })

function add(errors: Errors, error: number, [low, high]: readonly [number, number], truth: number): void {
  errors.sum += error
  errors.squares += error * error
  errors.covered += low <= truth && truth <= high ? 1 : 0
  errors.length += high - low
}
