import { meanAndRate } from './judged-battles.ts'
import type { JudgedBattles } from './judged-battles.ts'
import type { PairPoints, Selection } from './points.ts'

/** A correction of people's points by judges' verdicts. Plain data, since rounds may be computed on another thread. */
export interface Power {
  judged: JudgedBattles
  terms: WeightTerms
  /** λ: the weight of the judges, 0 … 1. */
  weight: number
}

/**
 * The terms of each unit that decide λ: A⁻¹a_u is how far its votes move the strengths, A⁻¹b_u how far its
 * correction does (for λ = 1).
 */
export interface WeightTerms {
  /** <A⁻¹a_u, A⁻¹b_u> */
  cross: Float64Array
  /** |A⁻¹b_u|² */
  square: Float64Array
}

/**
 * The λ within 0 … 1 that minimises the trace of Σ_u w_u A⁻¹(a_u + λ b_u)(a_u + λ b_u)ᵀA⁻¹, the covariance of the
 * strengths (the plug-in of Angelopoulos, Duchi & Zrnic 2023, PPI++, section 6). 0 if there is no correction.
 */
export function weightOf({ cross, square }: WeightTerms, weightAt: (unit: number) => number): number {
  let [crossSum, squareSum] = [0, 0]
  for (let unit = 0; unit < cross.length; unit++) {
    const weight = weightAt(unit)
    crossSum += weight * cross[unit]
    squareSum += weight * square[unit]
  }
  return squareSum > 0 ? Math.max(0, Math.min(1, -crossSum / squareSum)) : 0
}

/**
 * c of every pair of a selection: for λ = 1 it is added to the first's points and subtracted from the second's. c =
 * Σ_j v_j c_j over judges with shares v; c_j = (n^L / N) · JA − JL. JA sums f over the N battles that j judged, and
 * JL sums f over the n^L votes of people on them. So c compares the judge's opinion on all its battles with its
 * opinion on those that people voted on. Its mean is 0 for any errors of the judge, if the battles that people
 * voted on are a random part of those the judge judged of that pair.
 */
export function corrections(judged: JudgedBattles, { points, pairOf }: Selection): Float64Array {
  const { judges, start, score, labels, share } = judged
  const correction = new Float64Array(points.first.length)
  for (let pairJudge = 0; pairJudge < share.length; pairJudge++) {
    const chosen = pairOf[Math.floor(pairJudge / judges)]
    if (chosen < 0 || share[pairJudge] === 0) continue
    const [mean, rate] = meanAndRate(judged, pairJudge)
    let sum = 0
    for (let at = start[pairJudge]; at < start[pairJudge + 1]; at++)
      sum += (rate - labels[at]) * (score[at] - mean)
    correction[chosen] += share[pairJudge] * sum
  }
  return correction
}

/** Fills `out` with W = H + λ c: people's points, corrected. They may lie slightly outside 0 … n. */
export function corrected(
  points: PairPoints,
  correction: Float64Array,
  weight: number,
  out: PairPoints,
): PairPoints {
  for (let pair = 0; pair < correction.length; pair++) {
    out.firstPoints[pair] = points.firstPoints[pair] + weight * correction[pair]
    out.secondPoints[pair] = points.secondPoints[pair] - weight * correction[pair]
  }
  return out
}

/** How often λ is halved if it leaves no maximum. Then it is 0, which always has one. */
const HALVINGS = 6
/** Odds of 5 · 10⁸ in the votes of a pair: strengths that diverge, since the likelihood hardly rises any more. */
const FARTHEST = 20

/** The first of λ, λ/2, λ/4 … 0 at which the corrected points have a maximum, and that maximum. */
export function firstFit<Found extends { theta: Float64Array; converged: boolean }>(
  { first, second }: PairPoints,
  weight: number,
  fitAt: (weight: number) => Found,
): { weight: number; fitted: Found } {
  const isFinite = ({ theta }: Found) =>
    first.every((i, pair) => Math.abs(theta[i] - theta[second[pair]]) < FARTHEST)
  for (let halving = 0; halving < HALVINGS && weight > 0; halving++, weight /= 2) {
    const fitted = fitAt(weight)
    if (fitted.converged && isFinite(fitted)) return { weight, fitted }
  }
  return { weight: 0, fitted: fitAt(0) }
}
