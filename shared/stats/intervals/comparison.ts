import { studentQuantile } from '../numbers/distributions.ts'

/** The share of boards that may declare something false, unless boards share it. */
export const ALPHA = 0.05

/** The two-sided 95 % quantile of the normal, to two decimals as printed tables have it. */
export const NORMAL_95 = 1.96

/**
 * h(x): the factor for an interval of half-width x standard errors, since the standard error itself comes from only
 * `units` units (fewer than 2 count as 2): √((G + 1)/(G − 1)) · T(x)/x, with T the Student quantile at x's normal
 * tail. `freedom` are the degrees of freedom of the standard error: G − 1 unless others share in it.
 */
export function inflation(units: number, x: number, freedom = Math.max(2, units) - 1): number {
  const g = Math.max(2, units)
  const correction = Math.sqrt((g + 1) / (g - 1))
  return x > 0 ? (correction * studentQuantile(x, freedom)) / x : correction
}

/** Half of the 95 % interval, 1.96 · h(1.96) · s, of what has the standard error s by so many units. */
export const halfInterval = (s: number, units: number): number => NORMAL_95 * inflation(units, NORMAL_95) * s

/** The intervals of the strengths of a board. */
export interface StrengthIntervals {
  /** Of each strength; shape (M,). */
  marginal: [number, number][]
  /** Of θ_i − θ_j, for this pair alone. */
  difference(i: number, j: number): [number, number]
}

export const symmetricInterval = (middle: number, half: number): [number, number] => [
  middle - half,
  middle + half,
]
