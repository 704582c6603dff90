import type { Deviations } from './covariance.ts'
import { normalQuantile } from '../numbers/distributions.ts'
import { factorise } from '../numbers/linear.ts'
import { RandomStream } from '../numbers/random.ts'
import type { StrengthEstimates } from './estimates.ts'

/**
 * Draws errors of all strengths at once, normal with the variances of the board: for what depends on many of them, such as the
 * rank correlation of two boards. The covariance of two strengths follows from that of their difference,
 * (V_i + V_j − V_ij) / 2; since each V is corrected by itself, a little is added to the diagonal until it is one.
 *
 * @returns shape (rounds, M)
 */
export function drawStrengths(
  { theta, spread, difference }: StrengthEstimates,
  rounds: number,
  seed: number,
): Deviations {
  const size = theta.length
  const covariance = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    covariance[i * size + i] = spread[i].variance
    for (let j = 0; j < i; j++)
      covariance[i * size + j] = (spread[i].variance + spread[j].variance - difference(i, j).variance) / 2
  }
  const factor = choleskyFactor(covariance, size)
  const values = new Float64Array(rounds * size)
  for (let round = 0; round < rounds; round++) {
    const stream = new RandomStream(seed, round)
    const normal = Float64Array.from({ length: size }, () => normalQuantile(stream.uniform()))
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) values[round * size + i] += factor[i * size + j] * normal[j]
  }
  return { rounds, contestants: size, values }
}

function choleskyFactor(covariance: Float64Array, size: number): Float64Array {
  const mean = covariance.reduce((sum, value, i) => (i % (size + 1) === 0 ? sum + value : sum), 0) / size
  for (let share = 1e-9; ; share *= 10) {
    const factor = covariance.slice()
    for (let i = 0; i < size; i++) factor[i * size + i] += share * mean
    if (factorise(factor, size)) return factor
  }
}
