import { around, comparisonFreedom, inflation, NORMAL_95 } from './comparison.ts'
import type { Evidence } from './evidence.ts'
import { information, modelVariance } from './information.ts'
import { FEW_UNITS, FEW_VOTES, marginalHalves } from './marginal.ts'
import type { PairPoints } from './points.ts'
import { exceeded } from './quantile.ts'
import { errorsOfMean, lowestEnds, quasiErrors, simultaneousFactor } from './scales.ts'
import type { SpreadAt } from './spread.ts'

/** In what share of rounds an allowance is too small. */
const EXCEEDED = 0.025

/** What is known about the strengths of one fit; arrays run over its contestants. */
export interface Intervals {
  /** s_i, with its floor. */
  standardErrors: Float64Array
  k: number | null
  marginal: [number, number][]
  comparison: [number, number][]
  /** The 95 % interval of θ_i − θ_j, taken singly. */
  difference: (i: number, j: number) => [number, number]
  /**
   * What is to be taken off Σ weights_i θ_i (weights ≥ 0 that sum to 1) so that with 97.5 % its errors do not lift it
   * over anybody's upper end. Null where intervals were not made to be compared.
   */
  allowance: ((weights: Float64Array) => number) | null
}

/** Marginal and comparison intervals around the maximum `theta` of `points`. */
export function comparisonIntervals(
  points: PairPoints,
  theta: Float64Array,
  evidence: Evidence,
  spreadAt: SpreadAt,
): Intervals {
  const { votes, units } = evidence
  const size = points.contestants
  const at = information(points, theta)
  const spread = spreadAt(at)
  const isFew = (i: number) => votes[i] < FEW_VOTES || units[i] < FEW_UNITS
  const standardErrors = spread.standardErrors.map((s, i) =>
    isFew(i) ? Math.max(s, Math.sqrt(modelVariance(at, size, i))) : s,
  )
  const w = quasiErrors(standardErrors)
  const k = simultaneousFactor(spread.deviations(), w)
  const freedom = comparisonFreedom(units, at.diagonal, spread.deviations().rounds)
  const h = freedom.map((degrees, i) => inflation(units[i], Math.SQRT2 * k, degrees))
  const halves = w.map((own, i) => k * h[i] * own)
  const difference = (i: number, j: number): [number, number] => {
    if (i === j) return [0, 0]
    const s = spread.ofDifference(i, j)
    const floor = isFew(i) || isFew(j) ? Math.sqrt(modelVariance(at, size, i, j)) : 0
    const half = NORMAL_95 * inflation(Math.min(units[i], units[j]), NORMAL_95) * Math.max(s, floor)
    return [theta[i] - theta[j] - half, theta[i] - theta[j] + half]
  }
  const stretch = spread.standardErrors.map((s, i) => (s > 0 ? (standardErrors[i] / s) * h[i] : 0))
  let ends: Float64Array | null = null
  const allowance = (weights: Float64Array) => {
    const lowest = (ends ??= lowestEnds(spread.deviations(), stretch, halves))
    const excess = errorsOfMean(spread.deviations(), stretch, weights).map(
      (error, round) => error - lowest[round],
    )
    return Math.max(0, exceeded(excess.sort(), EXCEEDED))
  }
  const marginal = around(theta, marginalHalves(standardErrors, w, evidence))
  return { standardErrors, k, marginal, comparison: around(theta, halves), difference, allowance }
}
