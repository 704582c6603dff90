import { factorise, solveFactored, conjugateGradient } from '../numbers/linear.ts'
import { centre, informationWeights } from './likelihood.ts'
import type { PairPoints } from './points.ts'

/**
 * Up to this many contestants the information may be factorised as a dense matrix. Above, only its edges are
 * stored.
 */
export const DENSE_LIMIT = 1000
/** Up to this many contestants the dense matrix is always the fastest. */
const SMALL = 40
/** If a rough solution by conjugate gradients needs more products than this, the dense matrix is used instead. */
const PATIENCE = 30
const RESIDUAL = 1e-10

/** The information H at some θ, ready to be inverted on the vectors that sum to zero. */
export interface Information {
  /**
   * x = H⁺ b, the solution that sums to zero, for b that sums to zero. `x` must not be `b`. With a `tolerance` the
   * residual may be that share of b's (in the norm of the inverse diagonal), which is cheaper.
   */
  solve(b: Float64Array, x: Float64Array, tolerance?: number): void
  /** H_ii. */
  diagonal: Float64Array
}

/**
 * The Fisher information of a Bradley-Terry fit: a graph Laplacian with weights n_ij p_ij (1 − p_ij). It is
 * factorised when first needed, but never above `denseLimit` contestants.
 */
export function information(points: PairPoints, theta: Float64Array, denseLimit = DENSE_LIMIT): Information {
  const { contestants } = points
  const weights = new Float64Array(points.first.length)
  informationWeights(points, theta, weights)
  const diagonal = new Float64Array(contestants)
  for (let pair = 0; pair < weights.length; pair++) {
    diagonal[points.first[pair]] += weights[pair]
    diagonal[points.second[pair]] += weights[pair]
  }
  const multiply = laplacian(points, weights, diagonal)
  const reachable = new Float64Array(contestants)
  const iterate = (b: Float64Array, x: Float64Array, tolerance: number, limit: number) => {
    // what rounding left along 1 lies outside H's range, where no iteration can reduce it
    reachable.set(b)
    centre(reachable)
    return conjugateGradient(multiply, diagonal, reachable, x, tolerance, limit)
  }
  const isDense = contestants <= denseLimit
  let factor: Float64Array | null = null
  return {
    diagonal,
    solve(b, x, tolerance = RESIDUAL) {
      if (!isDense) iterate(b, x, tolerance, 10 * contestants)
      else if (
        factor ||
        contestants <= SMALL ||
        tolerance <= RESIDUAL ||
        !iterate(b, x, tolerance, PATIENCE)
      ) {
        factor ??= choleskyFactor(points, weights, diagonal)
        solveFactored(factor, contestants, b, x)
      }
      centre(x)
    },
  }
}

/** H + c 11ᵀ/M has the inverse H⁺ + 11ᵀ/(cM). c is of H's size, so that the number of votes does not matter. */
function choleskyFactor(points: PairPoints, weights: Float64Array, diagonal: Float64Array): Float64Array {
  const n = points.contestants
  const level = diagonal.reduce((sum, value) => sum + value, 0) / n || 1
  const matrix = new Float64Array(n * n)
  for (let ridge = 0; ; ridge = ridge * 10 || 1e-14) {
    matrix.fill(level / n)
    for (let pair = 0; pair < weights.length; pair++)
      matrix[points.second[pair] * n + points.first[pair]] -= weights[pair]
    for (let i = 0; i < n; i++) matrix[i * n + i] += diagonal[i] + ridge * level
    if (factorise(matrix, n)) return matrix
  }
}

function laplacian({ first, second }: PairPoints, weights: Float64Array, diagonal: Float64Array) {
  return (x: Float64Array, out: Float64Array): void => {
    for (let i = 0; i < out.length; i++) out[i] = diagonal[i] * x[i]
    let pair = 0
    while (pair < weights.length) {
      const i = first[pair]
      const xi = x[i]
      let sum = 0
      for (; pair < weights.length && first[pair] === i; pair++) {
        const j = second[pair]
        sum += weights[pair] * x[j]
        out[j] -= weights[pair] * xi
      }
      out[i] -= sum
    }
  }
}

/** The full matrix H⁺, n × n, row-major. Computing it takes n solutions, which pays off if thousands follow. */
export function invert(fisher: Information, n: number): Float64Array {
  const inverse = new Float64Array(n * n)
  const contrast = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    contrast.fill(-1 / n)
    contrast[i] += 1
    fisher.solve(contrast, inverse.subarray(i * n, (i + 1) * n))
  }
  return inverse
}
