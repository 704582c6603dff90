import { logTwoTails } from './student-t.ts'

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
