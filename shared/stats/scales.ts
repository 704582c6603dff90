import { ALPHA, normalFactor } from './comparison.ts'
import type { Deviations } from './rounds.ts'
import { predictionQuantile } from './quantile.ts'

/** With two contestants w_1 + w_2 is the error of their difference itself; with more it is about √2 times that. */
export const inErrorsOf = (contestants: number) => (contestants === 2 ? 1 : Math.SQRT2)

/** No bar is shorter than this, so that the ratio of two bars is never 0/0. */
const SHORTEST = 1e-9

/** s_i: the standard deviation of d_i over the rounds (two at least), for every contestant. */
export function deviationsOf(deviations: Deviations): Float64Array {
  return Float64Array.from({ length: deviations.contestants }, (_, i) =>
    spread(deviations, (row) => deviations.values[row + i]),
  )
}

/** s_ij: the standard deviation of d_i − d_j over the rounds. */
export function deviationOfDifference(deviations: Deviations, i: number, j: number): number {
  return spread(deviations, (row) => deviations.values[row + i] - deviations.values[row + j])
}

function spread({ rounds, contestants }: Deviations, at: (row: number) => number): number {
  let mean = 0
  for (let round = 0; round < rounds; round++) mean += at(round * contestants) / rounds
  let squares = 0
  for (let round = 0; round < rounds; round++) squares += (at(round * contestants) - mean) ** 2
  return Math.sqrt(squares / (rounds - 1))
}

/**
 * w_i: quasi-standard errors, chosen so that w_i² + w_j² is near the variance of the difference for every pair
 * (Firth & de Menezes 2004): w_i² = (M s_i² − Σs²/(M − 1)) / (M − 2), at least 0.1 s_i²; for M = 2, w = s.
 */
export function quasiErrors(s: Float64Array): Float64Array {
  const m = s.length
  const share = s.reduce((sum, value) => sum + value * value, 0) / (m - 1)
  return s.map((value) => {
    const square = value * value
    const quasi = m === 2 ? square : Math.max((m * square - share) / (m - 2), 0.1 * square)
    return Math.max(Math.sqrt(quasi), SHORTEST)
  })
}

/**
 * k: the value that max_{i<j} |d_i − d_j| / (w_i + w_j) exceeds with probability alpha. It is at least what a
 * single pair of equal bars needs: 1.96/√2 at 5 %, and 1.96 with two contestants. So k has a floor even if the
 * rounds show no spread (one prompt, or prompts that all agree). If fewer than one round should exceed it, the
 * largest ratio is extended as far as a normal quantile would be.
 */
export function simultaneousFactor(deviations: Deviations, w: Float64Array, alpha = ALPHA): number {
  const { rounds, contestants, values } = deviations
  const most = Float64Array.from({ length: rounds }, (_, round) =>
    largestRatio(values.subarray(round * contestants, (round + 1) * contestants), w),
  )
  const seen = Math.max(alpha, 1 / (rounds + 1))
  const stretch = seen === alpha ? 1 : normalFactor(alpha) / normalFactor(seen)
  return Math.max(
    normalFactor(alpha) / inErrorsOf(contestants),
    stretch * predictionQuantile(most.sort(), seen),
  )
}

/**
 * max_{i<j} |d_i − d_j| / (w_i + w_j), for w > 0, in a few passes over the contestants: a ratio k is exceeded by
 * the pair that maximises (d_i − k w_i) − (d_j + k w_j), or by none (Dinkelbach 1967).
 */
export function largestRatio(d: Float64Array, w: Float64Array): number {
  let k = 0
  for (;;) {
    let top = 0
    let bottom = 0
    for (let i = 1; i < d.length; i++) {
      if (d[i] - k * w[i] > d[top] - k * w[top]) top = i
      if (d[i] + k * w[i] < d[bottom] + k * w[bottom]) bottom = i
    }
    const ratio = (d[top] - d[bottom]) / (w[top] + w[bottom])
    if (!(ratio > k)) return k
    k = ratio
  }
}

/** For each round the error of Σ weights_i θ_i, if the error of θ_i is e_i = stretch_i · d_i. */
export function errorsOfMean(
  { rounds, contestants, values }: Deviations,
  stretch: Float64Array,
  weights: Float64Array,
): Float64Array {
  const counted = [...weights.keys()].filter((i) => weights[i] > 0)
  return Float64Array.from({ length: rounds }, (_, round) =>
    counted.reduce((sum, i) => sum + weights[i] * (stretch[i] * values[round * contestants + i]), 0),
  )
}

/** For each round min_j (e_j + halves_j), the lowest upper end of all, relative to the true strengths. */
export function lowestEnds(
  { rounds, contestants, values }: Deviations,
  stretch: Float64Array,
  halves: ArrayLike<number>,
): Float64Array {
  return Float64Array.from({ length: rounds }, (_, round) => {
    let least = Infinity
    for (let j = 0; j < contestants; j++)
      least = Math.min(least, stretch[j] * values[round * contestants + j] + halves[j])
    return least
  })
}
