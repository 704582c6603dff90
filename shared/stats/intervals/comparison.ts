import { logTwoTails, studentQuantile } from '../numbers/distributions.ts'

/** The share of boards that may declare something false, unless boards share it. */
export const ALPHA = 0.05

/** The two-sided 95 % quantile of the normal, rounded as the design has it. */
export const NORMAL_95 = 1.96

/**
 * h(x): the factor for an interval of half-width x standard errors, since the standard error itself comes from only
 * `units` units (fewer than 2 count as 2): √((G + 1)/(G − 1)) · T(x)/x, with T the Student quantile at x's normal
 * tail. `freedom` are the degrees of freedom of the standard error: G − 1 unless others share in it.
 */
export function inflation(units: number, x: number, freedom = atLeastTwo(units) - 1): number {
  const correction = correctionOf(units)
  return x > 0 ? (correction * studentQuantile(x, freedom)) / x : correction
}

/** √((G + 1)/(G − 1)): the factor by which a standard error from G units is too small. */
function correctionOf(units: number): number {
  const g = atLeastTwo(units)
  return Math.sqrt((g + 1) / (g - 1))
}

/** θ̂ ± 1.96 · h(1.96) · s: how well one rating is known. */
export function marginalInterval(theta: number, s: number, units: number): [number, number] {
  const half = NORMAL_95 * inflation(units, NORMAL_95) * s
  return [theta - half, theta + half]
}

/** Intervals with equally long sides. */
export function symmetricIntervals(theta: Float64Array, halves: Float64Array): [number, number][] {
  return Array.from(theta, (value, i) => [value - halves[i], value + halves[i]])
}

function atLeastTwo(units: number): number {
  return Math.max(2, units)
}

/**
 * v: the information on a difference, 1/s², at which the boundary is tightest: that of about 50 votes, p(1 − p) = ¼
 * each. It is a constant, since a value chosen after seeing the votes would break the promise. `npm run simulate --
 * watched --limit` checks it and the level: 2 to 100 equals are ever separated on 3 to 5 % of lives of 100,000
 * votes each, at 1.5 times the level on 5 to 7 %. A smaller v only spends the 5 % sooner.
 */
export const TUNED_AT = 12.5

/**
 * u(r): the number of standard errors at which two contestants may be declared apart at any look, if one look would
 * require x. Robbins' (1970) normal mixture, used as an asymptotic confidence sequence (Waudby-Smith, Arbour,
 * Sinha, Kennedy & Ramdas 2024, equation 8): a standardised sum ever leaves ±√((1 + 1/r)(ln(1 + r) − 2 ln α)) with
 * probability at most α, r its information divided by v. α = 2 (1 − Φ(x)) is the error of one look at x.
 */
export function watchedFactor(x: number, information: number): number {
  const r = information / TUNED_AT
  if (!(r > 0)) return Infinity
  if (r === Infinity) return x
  return Math.sqrt((1 + 1 / r) * (Math.log1p(r) - 2 * logTwoTails(x)))
}

/** p of z standard errors for all looks together: the α at which `watchedFactor` is z. */
export function watchedChance(z: number, information: number): number {
  const r = information / TUNED_AT
  return Math.min(1, Math.sqrt(1 + r) * Math.exp((-z * z * (1 - 1 / (1 + r))) / 2))
}
