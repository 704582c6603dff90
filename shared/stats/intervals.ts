import { comparisonInterval, inflation, marginalInterval, NORMAL_95 } from './comparison.ts'
import type { Evidence } from './evidence.ts'
import { information, modelVariance } from './information.ts'
import type { PairPoints } from './points.ts'
import { quasiErrors } from './scales.ts'
import type { SpreadAt } from './spread.ts'

/**
 * Under this many votes, or units, a bootstrap may be narrow by mere luck (two prompts of 16 votes agree to the vote
 * one time in seven): the model's standard error is the floor.
 */
export const FEW_VOTES = 30
export const FEW_UNITS = 3

/** What is known about the strengths of one fit; arrays run over its contestants. */
export interface Intervals {
  /** s_i, with its floor. */
  standardErrors: Float64Array
  k: number | null
  marginal: [number, number][]
  comparison: [number, number][]
  /** The 95 % interval of θ_i − θ_j, taken singly. */
  difference: (i: number, j: number) => [number, number]
}

/** Marginal and comparison intervals around the maximum `theta` of `points`. */
export function comparisonIntervals(
  points: PairPoints,
  theta: Float64Array,
  { votes, units }: Evidence,
  spreadAt: SpreadAt,
): Intervals {
  const size = points.contestants
  const at = information(points, theta)
  const spread = spreadAt(at)
  const isFew = (i: number) => votes[i] < FEW_VOTES || units[i] < FEW_UNITS
  const standardErrors = spread.standardErrors.map((s, i) =>
    isFew(i) ? Math.max(s, Math.sqrt(modelVariance(at, size, i))) : s,
  )
  const w = quasiErrors(standardErrors)
  const k = spread.factor(w)
  const marginal = Array.from(theta, (value, i) => marginalInterval(value, standardErrors[i], units[i]))
  const comparison = Array.from(theta, (value, i) => comparisonInterval(value, w[i], k, units[i]))
  const difference = (i: number, j: number): [number, number] => {
    if (i === j) return [0, 0]
    const s = spread.ofDifference(i, j)
    const floor = isFew(i) || isFew(j) ? Math.sqrt(modelVariance(at, size, i, j)) : 0
    const half = NORMAL_95 * inflation(Math.min(units[i], units[j]), NORMAL_95) * Math.max(s, floor)
    return [theta[i] - theta[j] - half, theta[i] - theta[j] + half]
  }
  return { standardErrors, k, marginal, comparison, difference }
}
