import { DENSE_LIMIT, information } from './information.ts'
import { centre, gradient, largest } from './likelihood.ts'
import { votesOf } from './points.ts'
import type { PairPoints } from './points.ts'

const GRADIENT_TOLERANCE = 1e-9
/** Newton converges quadratically: after a step this small the error is far below 1e-6. */
const SMALL_STEP = 1e-6
const ITERATIONS = 100
const HALVINGS = 50
/** How exactly a step is solved: at the start, and at the very end. */
const ROUGH = 0.1
const FINE = 1e-8

/** A fit, and whether it converged. */
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
 * strengths. The win graph must be strongly connected, otherwise there is no maximum. Each step is solved only as
 * exactly as the progress so far requires (Dembo, Eisenstat & Steihaug 1982). Converged means max |g_i| ≤ 1e-9 ·
 * max(1, max n_i) and a small last step.
 */
export function fit(points: PairPoints, start?: Float64Array, denseLimit = DENSE_LIMIT): Fit {
  const size = points.contestants
  const theta = start ? start.slice() : new Float64Array(size)
  const slope = new Float64Array(size)
  const step = new Float64Array(size)
  const tolerance = GRADIENT_TOLERANCE * Math.max(1, largest(votesOf(points)))
  let steepest = gradient(points, theta, slope)
  let exactness = ROUGH
  let moved = Infinity
  let iterations = 0
  while (iterations < ITERATIONS && !(steepest <= tolerance && moved <= SMALL_STEP)) {
    const at = information(points, theta, denseLimit)
    at.solve(slope, step, exactness)
    const before = steepest
    const share = advance(points, theta, slope, step, at.diagonal)
    moved = share * largest(step)
    steepest = largest(slope)
    exactness = Math.max(FINE, Math.min(ROUGH, steepest / before) ** 2)
    iterations++
    if (share === 0) break
  }
  centre(theta)
  return { theta, converged: steepest <= tolerance, iterations, gradient: steepest }
}

/**
 * Moves θ along the step, halved until the gradient is shorter (in the norm of the inverse `diagonal`), as it must
 * become along Newton's direction. Updates `slope`. Returns the share of the step taken.
 */
function advance(
  points: PairPoints,
  theta: Float64Array,
  slope: Float64Array,
  step: Float64Array,
  diagonal: Float64Array,
): number {
  const before = lengthOf(slope, diagonal)
  const from = theta.slice()
  let share = 1
  for (let halving = 0; halving < HALVINGS; halving++, share /= 2) {
    for (let i = 0; i < theta.length; i++) theta[i] = from[i] + share * step[i]
    gradient(points, theta, slope)
    if (lengthOf(slope, diagonal) <= (1 - 1e-4 * share) * before) return share
  }
  theta.set(from)
  gradient(points, theta, slope)
  return 0
}

function lengthOf(slope: Float64Array, diagonal: Float64Array): number {
  let sum = 0
  for (let i = 0; i < slope.length; i++) sum += (slope[i] * slope[i]) / diagonal[i]
  return Math.sqrt(sum)
}
