import { fitCovariates } from './covariates.ts'
import type { CovariateVotes } from './covariate-votes.ts'
import type { CovariateFit } from './covariates.ts'

/** A fit with style, and the divisor of each difference. */
export interface StyleFit extends CovariateFit {
  /** The standard deviation of each style difference over the votes. β is for one such deviation. */
  spread: Float64Array
}

/**
 * How much more of a feature the left answer has: (a − b) / (a + b), in −1 … 1, and 0 if neither has any (Arena's
 * style control, Li, Angelopoulos & Chiang 2024, "Does style matter?").
 */
export function styleDifference(a: number, b: number): number {
  return a + b > 0 ? (a - b) / (a + b) : 0
}

/**
 * The standard deviation of style differences around 0. Their mean is taken as 0, because the sides are arbitrary;
 * so the sides of votes cannot change a result. 0 if all differences are 0.
 */
export function styleSpread(differences: Float64Array): number {
  return Math.sqrt(
    differences.reduce((sum, value) => sum + value * value, 0) / Math.max(1, differences.length),
  )
}

/**
 * Style control: the strengths that answers of equal style would have, and the effect of style (Li, Angelopoulos &
 * Chiang 2024). Covariates are differences from `styleDifference`, each divided by its standard deviation, so β is
 * the log odds that one standard deviation adds. Model, assumptions and cost are those of `fitCovariates`. That
 * style influences voters is assumed, not shown: what makes an answer better may also make it longer. Null if a
 * difference is 0 in every vote, and whenever `fitCovariates` has no result.
 */
export function fitStyle(votes: CovariateVotes): StyleFit | null {
  const spread = Float64Array.from(votes.covariates, styleSpread)
  if (spread.some((value) => value === 0)) return null
  const covariates = votes.covariates.map((differences, k) => differences.map((value) => value / spread[k]))
  const fitted = fitCovariates({ ...votes, covariates })
  return fitted && { ...fitted, spread }
}
