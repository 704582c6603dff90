import { factorise, solveFactored } from './cholesky.ts'
import { conjugateGradient } from './conjugate-gradient.ts'
import { centre, informationWeights } from './likelihood.ts'
import type { PairPoints } from './points.ts'

/** Up to here the information is a dense matrix; above, only its edges are kept. */
export const DENSE_LIMIT = 1000
const RESIDUAL = 1e-10

/** The information H at some θ, ready to be inverted on the vectors that sum to zero. */
export interface Information {
  /** x = H⁺ b, the solution that sums to zero, for b that sums to zero. `x` must not be `b`. */
  solve(b: Float64Array, x: Float64Array): void
}

/** The Fisher information of a Bradley-Terry fit: a graph Laplacian with weights n_ij p_ij (1 − p_ij). */
export function information(points: PairPoints, theta: Float64Array, denseLimit = DENSE_LIMIT): Information {
  const weights = new Float64Array(points.first.length)
  informationWeights(points, theta, weights)
  const diagonal = new Float64Array(points.contestants)
  for (let pair = 0; pair < weights.length; pair++) {
    diagonal[points.first[pair]] += weights[pair]
    diagonal[points.second[pair]] += weights[pair]
  }
  return points.contestants <= denseLimit
    ? dense(points, weights, diagonal)
    : sparse(points, weights, diagonal)
}

/** H + c 11ᵀ/M has the inverse H⁺ + 11ᵀ/(cM); c is of H's size, so that the votes' number is no matter. */
function dense(points: PairPoints, weights: Float64Array, diagonal: Float64Array): Information {
  const n = points.contestants
  const level = diagonal.reduce((sum, value) => sum + value, 0) / n || 1
  const matrix = new Float64Array(n * n)
  for (let ridge = 0; ; ridge = ridge * 10 || 1e-14) {
    matrix.fill(level / n)
    for (let pair = 0; pair < weights.length; pair++)
      matrix[points.second[pair] * n + points.first[pair]] -= weights[pair]
    for (let i = 0; i < n; i++) matrix[i * n + i] += diagonal[i] + ridge * level
    if (factorise(matrix, n)) break
  }
  return {
    solve(b, x) {
      solveFactored(matrix, n, b, x)
      centre(x)
    },
  }
}

function sparse(points: PairPoints, weights: Float64Array, diagonal: Float64Array): Information {
  const { first, second, contestants } = points
  const multiply = (x: Float64Array, out: Float64Array) => {
    for (let i = 0; i < contestants; i++) out[i] = diagonal[i] * x[i]
    for (let pair = 0; pair < weights.length; pair++) {
      out[first[pair]] -= weights[pair] * x[second[pair]]
      out[second[pair]] -= weights[pair] * x[first[pair]]
    }
  }
  return {
    solve(b, x) {
      // What rounding left along 1 lies outside H's range, where no iteration can follow.
      const reachable = b.slice()
      centre(reachable)
      conjugateGradient(multiply, diagonal, reachable, x, RESIDUAL, 10 * contestants)
      centre(x)
    },
  }
}

/** Variance under the model of θ_i, or of θ_i − θ_j where j is given: cᵀH⁺c for that contrast c. */
export function modelVariance(at: Information, contestants: number, i: number, j?: number): number {
  const contrast = new Float64Array(contestants).fill(j === undefined ? -1 / contestants : 0)
  contrast[i] += 1
  if (j !== undefined) contrast[j] -= 1
  const solution = new Float64Array(contestants)
  at.solve(contrast, solution)
  return solution.reduce((sum, value, index) => sum + value * contrast[index], 0)
}
