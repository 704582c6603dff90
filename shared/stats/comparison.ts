import { studentQuantile } from './student-t.ts'

/** The normal quantile that the design writes for 95 %, two-sided. */
export const NORMAL_95 = 1.96

/**
 * h(x): by how much an interval of half-width x standard errors grows because the standard error itself comes
 * from only `units` units (fewer than 2 count as 2): √((G + 1)/(G − 1)) · T(x)/x, T the Student quantile with
 * G − 1 degrees of freedom at x's normal tail.
 */
export function inflation(units: number, x: number): number {
  const g = Math.max(2, units)
  const correction = Math.sqrt((g + 1) / (g - 1))
  return x > 0 ? (correction * studentQuantile(x, g - 1)) / x : correction
}

/** θ̂ ± 1.96 · h(1.96) · s: how well one rating is known. */
export function marginalInterval(theta: number, s: number, units: number): [number, number] {
  const half = NORMAL_95 * inflation(units, NORMAL_95) * s
  return [theta - half, theta + half]
}

/**
 * θ̂ ± k · h(√2 k) · w: two of these overlap exactly when the contestants cannot be told apart, all pairs at once
 * with 95 % (Gabriel 1978; Goldstein & Healy 1995).
 */
export function comparisonInterval(theta: number, w: number, k: number, units: number): [number, number] {
  const half = k * inflation(units, Math.SQRT2 * k) * w
  return [theta - half, theta + half]
}
