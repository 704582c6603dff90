import { factorise, solveFactored } from './cholesky.ts'
import type { Deviations } from './rounds.ts'
import { quasiErrors } from './scales.ts'

/** w_i² is at least this share of s_i². */
const LEAST_SHARE = 0.01

/**
 * w_i whose squares add up to the variance of each difference with the least sum of squared relative errors:
 * min Σ_{i<j} ((w_i² + w_j²) / s_ij² − 1)², as Firth and de Menezes (2004) fit quasi-variances. `quasiErrors` weighs
 * absolute errors alike. The two agree if all pairs have about as many votes. If some pairs have many more, relative
 * errors keep the bars of these pairs short. Any w > 0 is valid, since k is measured with it.
 * @param deviations of all contestants by round
 * @param s s_i with its floor, on whose scale the differences are taken
 * @param isFew whether contestant i has so few votes that rounds say little about it; it keeps its `quasiErrors`
 */
export function pairwiseErrors(
  deviations: Deviations,
  s: Float64Array,
  isFew: (i: number) => boolean,
): Float64Array {
  const common = quasiErrors(s)
  const wellKnown = [...s.keys()].filter((i) => !isFew(i))
  const m = wellKnown.length
  if (m < 3) return common
  const covariance = scaledCovariance(deviations, s, wellKnown)
  const matrix = new Float64Array(m * m)
  const squares = new Float64Array(m)
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) {
      if (i === j) continue
      const variance = covariance[i * m + i] + covariance[j * m + j] - 2 * covariance[i * m + j]
      // if rounds always move two contestants alike, they say nothing about their difference
      if (!(variance > 0)) return common
      matrix[i * m + i] += 1 / variance ** 2
      matrix[i * m + j] = 1 / variance ** 2
      squares[i] += 1 / variance
    }
  if (!factorise(matrix, m)) return common
  solveFactored(matrix, m, squares, squares)
  const w = common.slice()
  wellKnown.forEach((contestant, i) => {
    const least = LEAST_SHARE * s[contestant] ** 2
    w[contestant] = Math.max(Math.sqrt(Math.max(squares[i], least)), SHORTEST)
  })
  return w
}

const SHORTEST = 1e-9

/** The covariance of these columns of `deviations`, each scaled to the standard deviation s_i; row-major. */
function scaledCovariance(
  { rounds, contestants, values }: Deviations,
  s: Float64Array,
  columns: readonly number[],
): Float64Array {
  const m = columns.length
  const deviationAt = (round: number, i: number) => values[round * contestants + columns[i]]
  const means = new Float64Array(m)
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < m; i++) means[i] += deviationAt(round, i) / rounds
  const covariance = new Float64Array(m * m)
  const row = new Float64Array(m)
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < m; i++) row[i] = deviationAt(round, i) - means[i]
    for (let i = 0; i < m; i++)
      for (let j = 0; j <= i; j++) covariance[i * m + j] += (row[i] * row[j]) / (rounds - 1)
  }
  const stretch = columns.map((contestant, i) => {
    const variance = covariance[i * m + i]
    return variance > 0 ? s[contestant] / Math.sqrt(variance) : 0
  })
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < i; j++)
      covariance[i * m + j] = covariance[j * m + i] = covariance[i * m + j] * stretch[i] * stretch[j]
    covariance[i * m + i] = s[columns[i]] ** 2
  }
  return covariance
}
