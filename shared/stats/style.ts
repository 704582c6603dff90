import { fitCovariates } from './covariates.ts'
import type { CovariateVotes } from './covariate-votes.ts'
import type { CovariateFit } from './covariates.ts'

/** A fit with style, and by what each difference was divided. */
export interface StyleFit extends CovariateFit {
  /** The standard deviation of each style difference over the votes; β is by so much of it. */
  spread: Float64Array
}

/**
 * How much more of something the left has: (a − b) / (a + b), in −1 … 1, and nought where neither has any (Arena's
 * style control, Li, Angelopoulos & Chiang 2024, "Does style matter?").
 */
export function styleDifference(a: number, b: number): number {
  return a + b > 0 ? (a - b) / (a + b) : 0
}

/**
 * The standard deviation of style differences. Their mean counts as nought, because which of the two stands left is
 * arbitrary: so the sides of votes cannot move a result. Nought where all differences are.
 */
export function styleSpread(differences: Float64Array): number {
  return Math.sqrt(
    differences.reduce((sum, value) => sum + value * value, 0) / Math.max(1, differences.length),
  )
}

/**
 * Style control: strengths that answers of one style would have, and what style is worth by itself (Li, Angelopoulos
 * & Chiang 2024). Covariates are differences from `styleDifference`, each divided by its standard deviation, so that
 * β is the log odds that one standard deviation adds. Model, assumptions and cost are those of `fitCovariates`. That
 * style moves voters is assumed, not shown: what makes an answer better may also make it longer.
 * Null where a difference is nought in every vote, and wherever `fitCovariates` has no answer.
 */
export function fitStyle(votes: CovariateVotes): StyleFit | null {
  const spread = Float64Array.from(votes.covariates, styleSpread)
  if (spread.some((value) => value === 0)) return null
  const covariates = votes.covariates.map((differences, k) => differences.map((value) => value / spread[k]))
  const fitted = fitCovariates({ ...votes, covariates })
  return fitted && { ...fitted, spread }
}
