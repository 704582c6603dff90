/** Votes with covariates, as columns of equal length. */
export interface CovariateVotes {
  /** M, each with at least one vote. 0 for a regression on covariates alone, with `left` and `right` empty. */
  contestants: number
  left: Int32Array
  right: Int32Array
  /** The score of the left in each vote: 1 won, ½ tie, 0 lost, or any share between. */
  score: Float64Array
  /** For each covariate, its value in each vote from the left's point of view. */
  covariates: readonly Float64Array[]
  /** The cluster of each vote, 0 … units − 1. */
  unit: Int32Array
  units: number
  /** The contestants whose mean strength is 0. Default: all. */
  centre?: Int32Array
}

/** θ_left − θ_right + Σ β_k x_k of a vote. */
export function leadOf(
  { contestants, left, right, covariates }: CovariateVotes,
  at: Float64Array,
  vote: number,
) {
  let lead = contestants > 0 ? at[left[vote]] - at[right[vote]] : 0
  for (let k = 0; k < covariates.length; k++) lead += at[contestants + k] * covariates[k][vote]
  return lead
}
