import type { StrengthIntervals } from './comparison.ts'
import type { Deviations, Rounds } from '../board/covariance.ts'
import { readPlaces, type BoardRanking, type BoardState } from '../board/ranking.ts'
import type { UnratedReason } from '../board/who-is-rated.ts'
import { emptyLike, fit, refitter } from '../fit/bradley-terry.ts'
import { isStronglyConnected, largestComponent, scorePairs, type PairPoints } from '../fit/points.ts'
import {
  contestantCounts,
  countPairs,
  outcomeScore,
  subsetVotes,
  type PairCounts,
  type Votes,
} from '../fit/votes.ts'
import { information } from '../fit/information.ts'
import { quantile } from '../numbers/distributions.ts'
import { RandomStream } from '../numbers/random.ts'

interface ClassicRounds extends Omit<Rounds, 'onRound'> {
  onProgress?: ((share: number) => void) | undefined
}

/** Rates by the usual recipe of arenas, only for comparison with their boards. */
export function rateClassic(votes: Votes, rounds: ClassicRounds) {
  const rated = largestComponent(scorePairs(countPairs(votes)))
  const counts = countPairs(subsetVotes(votes, rated))
  const strengths = fit(scorePairs(counts))
  const intervals =
    rated.length > 0 && strengths.converged ? classicIntervals(counts, strengths.theta, rounds) : null
  const reading = intervals && readClassic(strengths.theta, intervals)
  const state: BoardState | 'first_votes' = reading?.state ?? (rated.length < 2 ? 'first_votes' : 'dead_heat')
  const reasons = classicReasons(votes, rated)
  return { state, rated, reasons, strengths, intervals, measured: null, reading, isUnbeatenLeader: false }
}

/** Why contestants have no place in the fit; null for those that have one. */
function classicReasons(votes: Votes, rated: Int32Array): (UnratedReason | null)[] {
  const isRated = new Set(rated)
  return contestantCounts(votes).map(({ wins, losses, ties, votes: count }, contestant) => {
    if (count === 0) return 'no_votes'
    if (isRated.has(contestant)) return null
    if (ties > 0) return 'disconnected'
    return losses === 0 ? 'unbeaten' : wins === 0 ? 'winless' : 'disconnected'
  })
}

/** Classic intervals need not be symmetric about the strengths, so they are read about their middles. */
function readClassic(theta: Float64Array, { marginal }: StrengthIntervals): BoardRanking {
  const half = Float64Array.from(marginal, ([low, high]) => (high - low) / 2)
  const middle = Float64Array.from(marginal, ([low, high]) => (high + low) / 2)
  const { places, orders } = readPlaces(middle, half)
  const first = [...theta.keys()]
    .filter((i) => places[i][0] === 1)
    .sort((i, j) => theta[j] - theta[i] || i - j)
  return { state: first.length === 1 ? 'wins' : 'dead_heat', deadHeat: first, places, orders }
}

/**
 * Votes are drawn with replacement, one by one, and the interval goes from the 2.5 to the 97.5 percentile of the refits. Rounds in
 * which a fit does not exist are left out. Null if fewer than two rounds remain.
 */
function classicIntervals(
  counts: PairCounts,
  theta: Float64Array,
  { rounds, seed, onProgress }: ClassicRounds,
): StrengthIntervals | null {
  const points = scorePairs(counts)
  const votes = votesOneByOne(counts)
  const refit = refitter(points, theta, information(points, theta))
  const resampled = emptyLike(points)
  const values: number[] = []
  for (let round = 0; round < rounds; round++) {
    draw(votes, new RandomStream(seed, round), resampled)
    if (isStronglyConnected(resampled))
      refit(resampled).theta.forEach((value, i) => values.push(value - theta[i]))
    if (round % 20 === 19) onProgress?.((round + 1) / rounds)
  }
  const used = values.length / points.contestants
  if (used < 2) return null
  const deviations = { rounds: used, contestants: points.contestants, values: Float64Array.from(values) }
  return {
    marginal: Array.from(theta, (value, i) => percentiles(deviations, value, i)),
    difference: (i, j) => percentiles(deviations, theta[i] - theta[j], i, j),
  }
}

function percentiles(deviations: Deviations, value: number, i: number, j?: number): [number, number] {
  const { rounds, contestants, values } = deviations
  const ends = Float64Array.from({ length: rounds }, (_, round) => {
    const row = round * contestants
    return value + values[row + i] - (j === undefined ? 0 : values[row + j])
  }).sort()
  return [quantile(ends, 0.025), quantile(ends, 0.975)]
}

/** Every vote as 3 · pair + its outcome, LEFT, RIGHT or TIE, with the first of the pair on the left. */
function votesOneByOne({ firstWins, secondWins, ties }: PairCounts): Int32Array {
  const votes: number[] = []
  for (let pair = 0; pair < ties.length; pair++)
    [firstWins[pair], secondWins[pair], ties[pair]].forEach((count, outcome) => {
      for (let vote = 0; vote < count; vote++) votes.push(3 * pair + outcome)
    })
  return Int32Array.from(votes)
}

function draw(votes: Int32Array, stream: RandomStream, out: PairPoints): void {
  out.firstPoints.fill(0)
  out.secondPoints.fill(0)
  for (let drawn = 0; drawn < votes.length; drawn++) {
    const vote = votes[Math.floor(stream.uniform() * votes.length)]
    const pair = Math.floor(vote / 3)
    const toFirst = outcomeScore(vote % 3, true)
    out.firstPoints[pair] += toFirst
    out.secondPoints[pair] += 1 - toFirst
  }
}
