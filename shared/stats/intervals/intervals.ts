import {
  ALPHA,
  symmetricIntervals,
  comparisonFreedom,
  correctionOf,
  inflation,
  NORMAL_95,
  normalFactor,
  grown,
  watchedFactor,
} from './comparison.ts'
import type { Evidence } from '../fit/evidence.ts'
import { information, isInformative, modelVariance } from '../fit/information.ts'
import type { WhyNot } from '../plan/why-not.ts'
import type { PairPoints } from '../fit/points.ts'
import { studentQuantile } from '../numbers/distributions.ts'
import { inErrorsOf, quasiErrors, simultaneousFactor, type SpreadAt } from './spread.ts'
import type { Deviations } from './bootstrap.ts'

/** What is known about the strengths of one fit. Arrays run over its contestants. */
export interface Intervals {
  /** s_i, never below its floor. */
  standardErrors: Float64Array
  k: number | null
  marginal: [number, number][]
  comparison: [number, number][]
  /**
   * Bars for the question who is first: of the highest rated from its lower end to its strength, of each other one from its
   * strength to its upper end. A bar reaches the bar of the highest rated if and only if it may be first too. Null: not known.
   */
  first: [number, number][] | null
  /** The 95 % interval of θ_i − θ_j for this pair alone. */
  difference: (i: number, j: number) => [number, number]
  /** The same interval for declaring a lead: with 1 − alpha and, if the board may be looked at often, at every look. */
  lead: (i: number, j: number) => [number, number]
  /** The variance of θ_i − θ_j, without small-sample bias. */
  variance: (i: number, j: number) => number
  /** Why nobody is a winner, if nobody is. Null: not known. */
  whyNot: (() => WhyNot) | null
  /** s_i without its small-sample bias. */
  unbiasedErrors: Float64Array
  /** The rounds, as they were drawn. */
  deviations: () => Deviations
}

/**
 * Marginal and comparison intervals around the maximum `theta` of `points`.
 * @param looks  'one': comparison intervals hold for this board. 'any': for all looks at a growing board together,
 * however often (`watchedFactor`)
 * @param alpha  the probability that comparison intervals and leads declare anything false
 */
export function comparisonIntervals(
  points: PairPoints,
  theta: Float64Array,
  evidence: Evidence,
  spreadAt: SpreadAt,
  looks: 'one' | 'any' = 'one',
  alpha = ALPHA,
): Intervals {
  const { votes, units: counted, effective: units, unbiased } = evidence
  const size = points.contestants
  const fisher = information(points, theta)
  const spread = spreadAt(fisher)
  const hasSpread = (i: number) => isInformative(fisher, spread.standardErrors[i], i)
  const isFew = (i: number) => votes[i] < FEW_VOTES || counted[i] < FEW_UNITS || !hasSpread(i)
  const standardErrors = spread.standardErrors.map((s, i) =>
    isFew(i) ? Math.max(s, Math.sqrt(modelVariance(fisher, size, i))) : s,
  )
  const deviations = spread.deviations()
  const w = quasiErrors(standardErrors)
  const k = simultaneousFactor(deviations, w, alpha)
  const freedom = comparisonFreedom(units, fisher.diagonal, deviations.rounds)
  const inErrors = inErrorsOf(size)
  const factorAt = (own: number, simultaneous = k) => {
    if (looks === 'one') return simultaneous
    return watchedFactor(inErrors * simultaneous, (inErrors / (2 * own)) ** 2) / inErrors
  }
  const factor = w.map((own) => factorAt(own))
  const h = freedom.map((degrees, i) => inflation(unbiased[i], inErrors * factor[i], degrees))
  const halves = w.map((own, i) => factor[i] * h[i] * own)
  const singly = (i: number, j: number, factorAt: (s: number) => number): [number, number] => {
    if (i === j) return [0, 0]
    const floor = isFew(i) || isFew(j) ? Math.sqrt(modelVariance(fisher, size, i, j)) : 0
    const s = Math.max(spread.ofDifference(i, j), floor)
    const x = factorAt(s)
    const h = inflation(Math.min(unbiased[i], unbiased[j]), x, Math.max(2, Math.min(units[i], units[j])) - 1)
    const half = x * h * s
    return [theta[i] - theta[j] - half, theta[i] - theta[j] + half]
  }
  const difference = (i: number, j: number) => singly(i, j, () => NORMAL_95)
  const single = normalFactor(alpha)
  const lead =
    looks === 'one'
      ? (i: number, j: number) => singly(i, j, () => single)
      : (i: number, j: number) => singly(i, j, (s) => watchedFactor(single, 1 / s ** 2))
  const marginal = symmetricIntervals(
    theta,
    marginalHalves(standardErrors, quasiErrors(standardErrors), evidence),
  )
  return {
    standardErrors,
    k,
    marginal,
    comparison: symmetricIntervals(theta, halves),
    first: null,
    difference,
    lead,
    variance: (i, j) => {
      const [one, other] = [i, j].map((own) => w[own] * correctionOf(unbiased[own]))
      return size === 2 ? (one + other) ** 2 : one ** 2 + other ** 2
    },
    whyNot: null,
    unbiasedErrors: standardErrors.map((own, i) => own * correctionOf(unbiased[i])),
    deviations: spread.deviations,
  }
}

/**
 * With fewer votes or units a bootstrap may be narrow by chance (two prompts of 16 votes have equal results one
 * time in seven), so the model's standard error is the floor.
 */
export const FEW_VOTES = 30
export const FEW_UNITS = 3
/** Half-widths are not corrected for a smaller share of a variance than this. */
const NOTABLE = 1.02

/**
 * Half-widths of the marginal intervals: 1.96 · h(1.96) · s, by each contestant's own units. Ratings are measured
 * from their mean, so each also contains 1/M of everybody else's error, which may be known less well: s² consists
 * of (1 − 2/M) w² of its own and w_j²/M² of everyone. If these parts, each corrected for its own units, sum to
 * more, the sum is used, with Satterthwaite's (1946) degrees of freedom. Parts that come from the model, not from
 * units, count as known exactly.
 */
export function marginalHalves(
  s: Float64Array,
  w: Float64Array,
  { votes, units: counted, effective, unbiased }: Evidence,
): Float64Array {
  const size = s.length
  const isKnown = (j: number) => votes[j] < FEW_VOTES && counted[j] === votes[j]
  const freedom = Float64Array.from(s, (_, j) => (isKnown(j) ? Infinity : Math.max(2, effective[j]) - 1))
  const lessBias = (j: number) => 1 + 2 / (Math.max(2, unbiased[j]) - 1)
  const mended = w.map((own, j) => own * own * (isKnown(j) ? 1 : lessBias(j)))
  const othersVariance = mended.reduce((sum, variance) => sum + variance, 0) / size ** 2
  const spread = mended.reduce((sum, variance, j) => sum + variance ** 2 / freedom[j], 0) / size ** 4
  return s.map((error, i) => {
    const ownHalf = NORMAL_95 * grown(unbiased[i], effective[i]) * error
    const apart = (1 - 2 / size) * mended[i]
    const variance = apart + othersVariance
    if (size < 3 || variance < NOTABLE * error ** 2 * lessBias(i)) return ownHalf
    const shared = mended[i] / size ** 2
    const uncertainty = spread + ((apart + shared) ** 2 - shared ** 2) / freedom[i]
    const degrees = uncertainty > 0 ? variance ** 2 / uncertainty : Infinity
    const half = (degrees < 1e6 ? studentQuantile(NORMAL_95, degrees) : NORMAL_95) * Math.sqrt(variance)
    return Math.max(ownHalf, half)
  })
}
