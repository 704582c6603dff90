import { logTwoTails, normalQuantile, studentQuantile } from '../numbers/distributions.ts'

/** The share of boards that may declare something false, unless boards share it. */
export const ALPHA = 0.05

/** The two-sided 95 % quantile of the normal, rounded as the design has it. */
export const NORMAL_95 = 1.96

/** The two-sided normal quantile of an error of `alpha`: 1.96 for 5 %. */
export const normalFactor = (alpha: number): number =>
  alpha === ALPHA ? NORMAL_95 : normalQuantile(alpha / 2)

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
export function correctionOf(units: number): number {
  const g = atLeastTwo(units)
  return Math.sqrt((g + 1) / (g - 1))
}

/** h(1.96) if the bias of the standard error is that of `unbiased` units and its scatter that of `effective` units. */
export function grown(unbiased: number, effective: number): number {
  return inflation(unbiased, NORMAL_95, atLeastTwo(effective) - 1)
}

/**
 * ν: the degrees of freedom of the comparison intervals. Two contestants are compared by w_i + w_j, which is known
 * better than either. Among M with equal variances, w_i² + w_j² has a relative variance of (M + 1)/((M − 1)(G −
 * 1)), so 2 (G − 1)(M − 1)/(M + 1) degrees (Satterthwaite 1946). If i is known less well than others, its own w
 * decides. With ρ the smallest ratio of its variance to another's, by units and by `information` (n p (1 − p),
 * summed over its votes), 2 becomes (1 + ρ)²/(1 + ρ²). Never fewer than G − 1; exactly those for two contestants,
 * whose w are equal. Since w is taken from B rounds, 1/ν increases by 1/(B − 1).
 */
export function comparisonFreedom(
  units: ArrayLike<number>,
  information: ArrayLike<number>,
  rounds: number,
): Float64Array {
  const contestants = units.length
  const most = { units: largestOf(units), information: largestOf(information) }
  return Float64Array.from({ length: contestants }, (_, i) => {
    const own = atLeastTwo(units[i]) - 1
    const ratio = Math.min(units[i] / most.units, information[i] / most.information)
    const together = ((1 + ratio) ** 2 / (1 + ratio ** 2)) * ((contestants - 1) / (contestants + 1))
    return 1 / (1 / (own * Math.max(1, together)) + 1 / (rounds - 1))
  })
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

function largestOf(values: ArrayLike<number>): number {
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i])
  return most
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
export function watchedFactor(x: number, information: number, tunedAt = TUNED_AT): number {
  const r = information / tunedAt
  if (!(r > 0)) return Infinity
  if (r === Infinity) return x
  return Math.sqrt((1 + 1 / r) * (Math.log1p(r) - 2 * logTwoTails(x)))
}

/** p of z standard errors for all looks together: the α at which `watchedFactor` is z. */
export function watchedChance(z: number, information: number, tunedAt = TUNED_AT): number {
  const r = information / tunedAt
  return Math.min(1, Math.sqrt(1 + r) * Math.exp((-z * z * (1 - 1 / (1 + r))) / 2))
}
