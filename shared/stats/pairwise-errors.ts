import { factorise, solveFactored } from './cholesky.ts'
import type { Deviations } from './rounds.ts'
import { quasiErrors } from './scales.ts'

/** No w_i² is below this share of s_i². */
const LEAST_SHARE = 0.01

/**
 * w_i whose squares add up to the variance of each difference with the least sum of squared relative errors:
 * min Σ_{i<j} ((w_i² + w_j²) / s_ij² − 1)², as Firth and de Menezes (2004) fit quasi-variances. `quasiErrors` weighs
 * absolute errors alike. The two agree if all pairs have about as many votes. If some pairs have many more, relative
 * errors keep the bars of these pairs short. Any w > 0 is valid, since k is measured with it.
 * @param deviations of all contestants by round
 * @param s s_i with its floor, on whose scale the differences are taken
 */
export function pairwiseErrors(deviations: Deviations, s: Float64Array): Float64Array {
  const m = s.length
  const common = quasiErrors(s)
  if (m === 2) return common
  const covariance = scaledCovariance(deviations, s)
  const matrix = new Float64Array(m * m)
  const w = new Float64Array(m)
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) {
      if (i === j) continue
      const variance = covariance[i * m + i] + covariance[j * m + j] - 2 * covariance[i * m + j]
      // rounds that always move two alike say nothing about their difference
      if (!(variance > 0)) return common
      matrix[i * m + i] += 1 / variance ** 2
      matrix[i * m + j] = 1 / variance ** 2
      w[i] += 1 / variance
    }
  if (!factorise(matrix, m)) return common
  solveFactored(matrix, m, w, w)
  return w.map((square, i) => Math.max(Math.sqrt(Math.max(square, LEAST_SHARE * s[i] ** 2)), SHORTEST))
}

const SHORTEST = 1e-9

/** The covariance of the columns of `deviations`, each stretched to have the standard deviation s_i. */
function scaledCovariance(deviations: Deviations, s: Float64Array): Float64Array {
  const m = s.length
  const covariance = covarianceOf(deviations)
  const stretch = s.map((one, i) => {
    const variance = covariance[i * m + i]
    return variance > 0 ? one / Math.sqrt(variance) : 0
  })
  covariance.forEach((value, at) => {
    covariance[at] = value * stretch[at % m] * stretch[Math.floor(at / m)]
  })
  for (let i = 0; i < m; i++) covariance[i * m + i] = s[i] ** 2
  return covariance
}

/** Row-major M × M, of the columns of `deviations`. */
function covarianceOf({ rounds, contestants: m, values }: Deviations): Float64Array {
  const means = new Float64Array(m)
  for (let at = 0; at < values.length; at++) means[at % m] += values[at] / rounds
  const covariance = new Float64Array(m * m)
  const row = new Float64Array(m)
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < m; i++) row[i] = values[round * m + i] - means[i]
    for (let i = 0; i < m; i++)
      for (let j = 0; j <= i; j++) covariance[i * m + j] += (row[i] * row[j]) / (rounds - 1)
  }
  for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) covariance[j * m + i] = covariance[i * m + j]
  return covariance
}
