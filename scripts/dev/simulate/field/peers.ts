import {
  bootstrapSpread,
  deviationOfDifference,
  quasiErrors,
  simultaneousFactor,
  twoWaySpread,
  type Spread,
} from '../../../../shared/stats/intervals/spread.ts'
import { comparisonFreedom, inflation } from '../../../../shared/stats/intervals/comparison.ts'
import { comparisonIntervals, FEW_UNITS, FEW_VOTES } from '../../../../shared/stats/intervals/intervals.ts'
import { decidedBySigns } from '../../../../shared/stats/intervals/measurement.ts'
import { pointsAmong as among, type Selection } from '../../../../shared/stats/fit/points.ts'
import { evidenceOf, type Evidence } from '../../../../shared/stats/fit/evidence.ts'
import { predictionQuantile as exceeded } from '../../../../shared/stats/numbers/distributions.ts'
import { fieldOf } from '../../../../shared/stats/declare/declare.ts'
import { fit } from '../../../../shared/stats/fit/bradley-terry.ts'
import { information, modelVariance, type Information } from '../../../../shared/stats/fit/information.ts'
import { moderatedErrors } from '../../../../shared/stats/intervals/moderated.ts'
import { resampler, type Deviations, type Rounds } from '../../../../shared/stats/intervals/bootstrap.ts'
import { tally, type Tally, type VoteColumns } from '../../../../shared/stats/fit/tally.ts'
import { pairs } from '../schedules.ts'

/** By how much θ_i must exceed θ_j before a rule declares i above j. */
export type Need = (i: number, j: number) => number

/**
 * The rules that are compared:
 * - `bars`: the comparison intervals in use.
 * - `all differences`: max-t. Each difference against its own standard error, with one critical value for all pairs
 *   (single step), from the same variances, rounds and degrees of freedom as the bars. It cannot be drawn as bars.
 * - `former bars`: the rule before units counted by their size: one kind of unit, G their number, no moderation.
 */
export const PEERS = ['bars', 'all differences', 'former bars'] as const
export type Peer = (typeof PEERS)[number]

export interface PeerBoard {
  theta: Float64Array
  needs: Record<Peer, Need>
}

/** What each rule needs on one board. Null if a contestant is not rated. */
export function peersOf(votes: VoteColumns, isByVote: boolean, drawn: Rounds): PeerBoard | null {
  const counted = tally(votes, isByVote ? 'vote' : 'unit', 'half')
  const selection = among(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  if (fieldOf(selection.points).rated.length < votes.contestants) return null
  const { theta } = fit(selection.points)
  const fisher = information(selection.points, theta)
  const evidence = evidenceOf(counted, selection, theta)
  const { crossed, ...oneWay } = counted
  const spreadOf = (units: Tally) =>
    bootstrapSpread(selection.points, theta, resampler(units, selection), drawn)
  const first = spreadOf(oneWay)(fisher)
  const spread = crossed
    ? twoWaySpread(
        () => first,
        spreadOf({ ...oneWay, units: crossed }),
        spreadOf({ ...oneWay, units: null }),
      )(fisher)
    : first
  const intervals = comparisonIntervals(selection.points, theta, evidence, () => spread)
  const bars = decidedBySigns(intervals, theta, counted, selection, evidence, 'one')
  return {
    theta,
    needs: {
      bars: needOf(bars.comparison, theta),
      'all differences': allDifferences(spread, bars.standardErrors, evidence, fisher),
      'former bars': formerBars(first, oneWay, selection, fisher),
    },
  }
}

/** One interval must lie above the other. */
function needOf(comparison: readonly [number, number][], theta: Float64Array): Need {
  return (i, j) => theta[i] - comparison[i][0] + (comparison[j][1] - theta[j])
}

function allDifferences(
  spread: Spread,
  standardErrors: Float64Array,
  evidence: Evidence,
  fisher: Information,
): Need {
  const common = moderatedErrors(fisher, spread.standardErrors, standardErrors, evidence)
  const deviations = common ? common.stretched(spread.deviations()) : spread.deviations()
  const size = standardErrors.length
  const all = pairs(size)
  const drawn = all.map(([i, j]) => deviationOfDifference(deviations, i, j))
  const errors = common ? drawn : all.map(([i, j]) => spread.ofDifference(i, j))
  const critical = exceeded(largestDifferences(deviations, all, drawn).sort(), 0.05)
  const freedom = comparisonFreedom(
    common?.units ?? evidence.effective,
    fisher.diagonal,
    spread.deviations().rounds,
  )
  const number = new Map(all.map(([i, j], pair) => [i * size + j, pair]))
  return (i, j) => {
    const unbiased = Math.min(evidence.unbiased[i], evidence.unbiased[j])
    const error = errors[number.get(Math.min(i, j) * size + Math.max(i, j))!]
    return critical * inflation(unbiased, critical, Math.min(freedom[i], freedom[j])) * error
  }
}

/** For each round the largest difference of two contestants, in its own standard errors. */
function largestDifferences(
  { values, contestants, rounds }: Deviations,
  all: [number, number][],
  errors: number[],
): Float64Array {
  return Float64Array.from({ length: rounds }, (_, round) => {
    const row = round * contestants
    return all.reduce(
      (most, [i, j], pair) => Math.max(most, Math.abs(values[row + i] - values[row + j]) / errors[pair]),
      0,
    )
  })
}

function formerBars(spread: Spread, counted: Tally, selection: Selection, fisher: Information): Need {
  const { votes, units } = evidenceOf(counted, selection)
  const size = votes.length
  const s = spread.standardErrors.map((own, i) =>
    votes[i] < FEW_VOTES || units[i] < FEW_UNITS
      ? Math.max(own, Math.sqrt(modelVariance(fisher, size, i)))
      : own,
  )
  const w = quasiErrors(s)
  const k = simultaneousFactor(spread.deviations(), w)
  const freedom = comparisonFreedom(units, fisher.diagonal, spread.deviations().rounds)
  const half = w.map((own, i) => k * inflation(units[i], Math.SQRT2 * k, freedom[i]) * own)
  return (i, j) => half[i] + half[j]
}
