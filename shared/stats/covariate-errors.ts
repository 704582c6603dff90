import { solveFactored } from './cholesky.ts'
import { leadOf } from './covariate-votes.ts'
import type { CovariateVotes } from './covariate-votes.ts'
import { sigmoid } from './likelihood.ts'

/**
 * The cluster-sandwich errors of a fit with covariates: Σ_u ι_u ι_uᵀ, ι_u the inverse information times the scores
 * of a unit's votes. For strengths only the standard errors, for covariates the whole covariance. Costs O(votes ·
 * (M + q) · q) and (M + q) solutions.
 * @param factor  Cholesky factor of the information at `at`
 */
export function covariateErrors(votes: CovariateVotes, parameters: Float64Array, factor: Float64Array) {
  const { contestants: m, left, right, score, covariates, unit, units } = votes
  const q = covariates.length
  const n = m + q
  const inverse = inverseOf(factor, n)
  const squares = new Float64Array(m)
  const betaCovariance = new Float64Array(q * q)
  const influence = new Float64Array(n)
  const { order, start } = byUnit(unit, units)
  for (let own = 0; own < units; own++) {
    if (start[own] === start[own + 1]) continue
    influence.fill(0)
    for (let place = start[own]; place < start[own + 1]; place++) {
      const vote = order[place]
      const excess = score[vote] - sigmoid(leadOf(votes, parameters, vote))
      if (m > 0) {
        const [first, second] = [left[vote] * n, right[vote] * n]
        for (let i = 0; i < n; i++) influence[i] += excess * (inverse[first + i] - inverse[second + i])
      }
      for (let k = 0; k < q; k++) {
        const weight = excess * covariates[k][vote]
        const row = (m + k) * n
        for (let i = 0; i < n; i++) influence[i] += weight * inverse[row + i]
      }
    }
    if (votes.centre) subtractMean(influence.subarray(0, m), votes.centre)
    for (let i = 0; i < m; i++) squares[i] += influence[i] ** 2
    for (let k = 0; k < q; k++)
      for (let l = 0; l < q; l++) betaCovariance[k * q + l] += influence[m + k] * influence[m + l]
  }
  return { thetaErrors: squares.map(Math.sqrt), betaCovariance }
}

/** Subtracts the mean of the values at `chosen` from all values, in place. */
export function subtractMean(values: Float64Array, chosen: Int32Array): void {
  let mean = 0
  for (const at of chosen) mean += values[at] / chosen.length
  for (let i = 0; i < values.length; i++) values[i] -= mean
}

function inverseOf(factor: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    const row = inverse.subarray(i * n, (i + 1) * n)
    row[i] = 1
    solveFactored(factor, n, row, row)
  }
  return inverse
}

/** The votes by unit: those of unit u are order[start[u]] … order[start[u + 1] − 1]. */
function byUnit(unit: Int32Array, units: number) {
  const start = new Int32Array(units + 1)
  for (const own of unit) start[own + 1]++
  for (let own = 0; own < units; own++) start[own + 1] += start[own]
  const next = start.slice()
  const order = new Int32Array(unit.length)
  unit.forEach((own, vote) => (order[next[own]++] = vote))
  return { order, start }
}
