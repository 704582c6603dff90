import { DENSE_LIMIT, information } from './information.ts'
import { centre, gradient, largest, logLikelihood } from './likelihood.ts'
import { votesOf } from './points.ts'
import type { PairPoints } from './points.ts'

const GRADIENT_TOLERANCE = 1e-9
/** Newton converges quadratically: after a step this small the error is far below 1e-6. */
const SMALL_STEP = 1e-6
const ITERATIONS = 100
const HALVINGS = 50

/** A fit and whether to believe it. */
export interface Fit {
  /** Natural-log strengths, Σθ = 0. */
  theta: Float64Array
  converged: boolean
  iterations: number
  /** max |gradient| at theta. */
  gradient: number
}

/**
 * Maximises the Bradley-Terry likelihood by Newton's method with step halving, from `start` or from equal
 * strengths. The win graph must be strongly connected, else there is no maximum. Converged means
 * max |g_i| ≤ 1e-9 · max(1, max n_i) and a last step that was small.
 */
export function fit(points: PairPoints, start?: Float64Array, denseLimit = DENSE_LIMIT): Fit {
  const size = points.contestants
  const theta = start ? start.slice() : new Float64Array(size)
  const slope = new Float64Array(size)
  const step = new Float64Array(size)
  const tolerance = GRADIENT_TOLERANCE * Math.max(1, largest(votesOf(points)))
  let steepest = gradient(points, theta, slope)
  let moved = Infinity
  let iterations = 0
  while (iterations < ITERATIONS && !(steepest <= tolerance && moved <= SMALL_STEP)) {
    information(points, theta, denseLimit).solve(slope, step)
    const share = advance(points, theta, slope, step)
    moved = share * largest(step)
    steepest = gradient(points, theta, slope)
    iterations++
    if (share === 0) break
  }
  centre(theta)
  return { theta, converged: steepest <= tolerance, iterations, gradient: steepest }
}

/** Moves θ along the step, halved until the likelihood rises as it should; returns the share of the step taken. */
function advance(points: PairPoints, theta: Float64Array, slope: Float64Array, step: Float64Array): number {
  const before = logLikelihood(points, theta)
  const rounding = 1e-12 * Math.abs(before)
  const rise = slope.reduce((sum, value, i) => sum + value * step[i], 0)
  const from = theta.slice()
  let share = 1
  for (let halving = 0; halving < HALVINGS; halving++, share /= 2) {
    for (let i = 0; i < theta.length; i++) theta[i] = from[i] + share * step[i]
    if (logLikelihood(points, theta) >= before + 1e-4 * share * rise - rounding) return share
  }
  theta.set(from)
  return 0
}
