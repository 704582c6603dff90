import { normalTail } from './student-t.ts'

/**
 * v: the information on a difference, 1/s², at which the boundary is tightest: that of about 50 votes, p(1 − p) = ¼
 * each. A constant, since one chosen after the votes were seen would not keep the promise.
 * `npm run simulate -- watched --limit` holds it and the level to account: 2 to 100 equals are ever told apart on 3 to 5 %
 * of lives of 100,000 votes each, at 1.5 times the level on 5 to 7 %. A smaller v only spends the 5 % sooner.
 */
export const TUNED_AT = 12.5

/**
 * u(r): by how many standard errors two contestants may be declared apart at any look, where one look would ask for x.
 * Robbins' (1970) normal mixture, used as an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy &
 * Ramdas 2024, equation 8): a standardised sum ever leaves ±√((1 + 1/r)(ln(1 + r) − 2 ln α)) with probability α at most,
 * r its information over v. α = 2 (1 − Φ(x)) is what one look at x leaves to chance.
 */
export function watchedFactor(x: number, information: number, tunedAt = TUNED_AT): number {
  const r = information / tunedAt
  if (!(r > 0)) return Infinity
  if (r === Infinity) return x
  return Math.sqrt((1 + 1 / r) * (Math.log1p(r) - 2 * Math.log(2 * normalTail(x))))
}
