import type { Deviations, Rounds } from './rounds.ts'
import { isStronglyConnected } from './connectivity.ts'
import { information } from './information.ts'
import type { Intervals } from './intervals.ts'
import type { PairPoints, Selection } from './points.ts'
import { quantile } from './quantile.ts'
import { emptyLike, refitter } from './refit.ts'
import { RandomStream } from './random.ts'
import { deviationsOf } from './scales.ts'
import type { Tally } from './tally.ts'

/**
 * The usual recipe of arenas, only for comparison with their boards. Votes are drawn with replacement, one by one,
 * and the interval goes from the 2.5 to the 97.5 percentile of the refits. Rounds in which a fit does not exist are
 * left out. Null if fewer than two rounds remain.
 */
export function classicIntervals(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  { rounds, seed, onProgress }: Rounds,
): Intervals | null {
  const { points } = selection
  const votes = votesOneByOne(tally, selection)
  const refit = refitter(points, theta, information(points, theta))
  const drawn = emptyLike(points)
  const values: number[] = []
  for (let round = 0; round < rounds; round++) {
    draw(votes, new RandomStream(seed, round), drawn)
    if (isStronglyConnected(drawn)) refit(drawn).theta.forEach((value, i) => values.push(value - theta[i]))
    if (round % 20 === 19) onProgress((round + 1) / rounds)
  }
  const used = values.length / points.contestants
  if (used < 2) return null
  const deviations = { rounds: used, contestants: points.contestants, values: Float64Array.from(values) }
  const intervals = Array.from(theta, (value, i) => percentiles(deviations, value, i))
  const standardErrors = deviationsOf(deviations)
  return {
    standardErrors,
    k: null,
    looksCost: null,
    alphaCost: null,
    marginal: intervals,
    comparison: intervals,
    lead: (i, j) => percentiles(deviations, theta[i] - theta[j], i, j),
    difference: (i, j) => percentiles(deviations, theta[i] - theta[j], i, j),
    allowance: null,
    halfAfter: null,
    unbiasedErrors: standardErrors,
    deviations: () => deviations,
  }
}

function percentiles(deviations: Deviations, value: number, i: number, j?: number): [number, number] {
  const { rounds, contestants, values } = deviations
  const around = Float64Array.from({ length: rounds }, (_, round) => {
    const row = round * contestants
    return value + values[row + i] - (j === undefined ? 0 : values[row + j])
  }).sort()
  return [quantile(around, 0.025), quantile(around, 0.975)]
}

/** Every vote as 3 · pair + (0 first won, 1 second won, 2 tie). */
function votesOneByOne(tally: Tally, { pairOf }: Selection): Int32Array {
  const votes: number[] = []
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const counts = [tally.firstWins[pair], tally.secondWins[pair], tally.ties[pair]]
    counts.forEach((count, outcome) => {
      for (let vote = 0; vote < count; vote++) votes.push(3 * chosen + outcome)
    })
  })
  return Int32Array.from(votes)
}

function draw(votes: Int32Array, stream: RandomStream, out: PairPoints): void {
  out.firstPoints.fill(0)
  out.secondPoints.fill(0)
  for (let drawn = 0; drawn < votes.length; drawn++) {
    const vote = votes[Math.floor(stream.uniform() * votes.length)]
    const pair = Math.floor(vote / 3)
    const toFirst = [1, 0, 0.5][vote % 3]
    out.firstPoints[pair] += toFirst
    out.secondPoints[pair] += 1 - toFirst
  }
}
