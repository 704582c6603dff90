import { expectLeader, fit, measureRated, tally } from '../../../../shared/stats/internal.ts'
import { boardOf } from '../settle/growing.ts'
import { expectedScore } from '../truth.ts'

/** A world: strengths, how far prompts like each contestant (sd in logits), and how large its boards are. */
export interface LeaderWorld {
  strengths: readonly number[]
  likes: number
  prompts: number
  /** On each prompt, of any two contestants. */
  votes: number
}

/** Sums over boards of how far an estimate of the leader's strength was off, in logits. */
export interface Errors {
  sum: number
  squares: number
  /** Boards whose interval holds the truth. */
  covered: number
  /** Lengths of the intervals. */
  length: number
}

export interface LeadersFound {
  /** Boards that expect something; the rest have too few units, or nobody rated. */
  boards: number
  silent: number
  /** The rating as the board has it, with its marginal interval. */
  naive: Errors
  /** What is expected on new prompts. */
  expected: Errors
}

/** Draws boards of the world and compares what they say of their leader with its strength on all prompts there are. */
export function leaders(
  world: LeaderWorld,
  { boards, rounds, seed }: { boards: number; rounds: number; seed: number },
): LeadersFound {
  const truth = projected(world)
  const found: LeadersFound = { boards: 0, silent: 0, naive: none(), expected: none() }
  for (let board = 0; board < boards; board++) {
    const own = seed * 100_000 + board
    const votes = boardOf(world.strengths, world.likes, own, world.prompts, world.votes)
    const measured = measureRated(tally(votes, 'unit', 'half'), 'comparison', { rounds, seed: own })
    const { expectation } = expectLeader(measured)
    // a truth among other contestants than all is another one
    if (!expectation || measured.selection.members.length < world.strengths.length) {
      found.silent++
      continue
    }
    found.boards++
    const leader = expectation.contestant
    add(found.naive, expectation.rated - truth[leader], measured.intervals!.marginal[leader], truth[leader])
    add(found.expected, expectation.theta - truth[leader], expectation.interval, truth[leader])
  }
  return found
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
