import { DENSE_LIMIT, information, type Information } from './information.ts'
import { centre, gradient, largest, chances, logLikelihoodGradient } from './likelihood.ts'
import { votesPerContestant, type PairPoints } from './points.ts'
import { dot } from '../numbers/linear.ts'
import { outcomeScore, type Votes } from './votes.ts'

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
  const tolerance = GRADIENT_TOLERANCE * Math.max(1, largest(votesPerContestant(points)))
  let steepest = gradient(points, theta, slope)
  let exactness = ROUGH
  let moved = Infinity
  let iterations = 0
  while (iterations < ITERATIONS && !(steepest <= tolerance && moved <= SMALL_STEP)) {
    const curvature = information(points, theta, denseLimit)
    curvature.solve(slope, step, exactness)
    const before = steepest
    const share = advance(points, theta, slope, step, curvature.diagonal)
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
  const before = scaledNorm(slope, diagonal)
  const from = theta.slice()
  let share = 1
  for (let halving = 0; halving < HALVINGS; halving++, share /= 2) {
    for (let i = 0; i < theta.length; i++) theta[i] = from[i] + share * step[i]
    gradient(points, theta, slope)
    if (scaledNorm(slope, diagonal) <= (1 - 1e-4 * share) * before) return share
  }
  theta.set(from)
  gradient(points, theta, slope)
  return 0
}

function scaledNorm(slope: Float64Array, diagonal: Float64Array): number {
  let sum = 0
  for (let i = 0; i < slope.length; i++) sum += (slope[i] * slope[i]) / diagonal[i]
  return Math.sqrt(sum)
}

const CHORD_STEPS = 3
const MAX_CHORD_STEPS = 30
/** The error left in any difference, in standard errors of it. */
const PRECISION = 3e-4
/** Each step gains about as much as the one before it. The error left is taken to be this many times that gain. */
const CAUTION = 2
/** A chord iteration that gains less than this in a step is replaced by Newton's method. */
const GAIN = 0.7
/** How exactly a chord step is solved if that can be chosen: well below the gain of the step itself. */
const EXACTNESS = 1e-2

/** Points of the same pairs, all zero. */
export function emptyLike(points: PairPoints): PairPoints {
  return {
    ...points,
    firstPoints: new Float64Array(points.first.length),
    secondPoints: new Float64Array(points.first.length),
  }
}

/** Fits a reweighting of points. The next call overwrites its result. */
type Refit = (drawn: PairPoints) => Refitted

/** The maximum of a reweighting, as far as it was found. */
interface Refitted {
  theta: Float64Array
  converged: boolean
}

/**
 * Makes the function that fits a reweighting of `points`, whose maximum is `from` and whose information there is
 * `at`. The next call overwrites its result. Only the proportions of a round's weights matter.
 *
 * Chord steps use the information at `from`: at least three, until the remaining gradient, measured in that
 * information (gᵀH⁻¹g), is negligible. A slow or unstable round is fitted by Newton's method instead.
 */
export function refitter(points: PairPoints, from: Float64Array, fisher: Pick<Information, 'solve'>): Refit {
  const chance = chances(points, from)
  const theta = new Float64Array(from.length)
  const slope = new Float64Array(from.length)
  const step = new Float64Array(from.length)
  const total = logLikelihoodGradient(points, chance, slope)
  return (weighted) => {
    theta.set(from)
    const scale = total / logLikelihoodGradient(weighted, chance, slope)
    let distance = Infinity
    for (let steps = 0; steps < MAX_CHORD_STEPS; steps++) {
      if (steps > 0) gradient(weighted, theta, slope)
      fisher.solve(slope, step, EXACTNESS)
      const remaining = Math.sqrt(Math.max(0, scale * dot(slope, step)))
      if (remaining > PRECISION && !(remaining <= GAIN * distance))
        return fitFrom(weighted, remaining < distance ? theta : from)
      for (let i = 0; i < theta.length; i++) theta[i] += scale * step[i]
      centre(theta)
      const left = CAUTION * remaining * (remaining / distance)
      if (steps + 1 >= CHORD_STEPS && (remaining <= PRECISION || left <= PRECISION))
        return { theta, converged: true }
      distance = remaining
    }
    return fitFrom(weighted, theta)
  }
}

/** From far away a maximum that exists may be missed, so a second search starts from equal strengths. */
function fitFrom(drawn: PairPoints, start: Float64Array): Refitted {
  const fitted = fit(drawn, start)
  return fitted.converged ? fitted : fit(drawn)
}

const ELO_START = 1000
/** The difference in points at which the odds are ten to one. */
const ELO_SCALE = 400
const ELO_K = 4

/**
 * Online Elo: everyone starts at 1000, and each vote, in the given order, moves K · (score − expected score) points
 * from one side to the other, with expected score 1 / (1 + 10^((R_right − R_left) / 400)).
 *
 * Model: Bradley-Terry by one pass of stochastic gradient with a fixed step (Elo 1978, *The Rating of
 * Chessplayers*, chapter 1; as the first Chatbot Arena boards used it, Zheng et al. 2023, with K = 4). Assumes that
 * votes come in a random order. The result depends on that order and does not converge with more votes, so it has
 * no interval. Costs one pass.
 * @returns ratings; null for contestants without a vote that counts
 */
export function onlineElo(votes: Votes): (number | null)[] {
  const ratings = new Array<number | null>(votes.contestants).fill(null)
  for (let vote = 0; vote < votes.outcome.length; vote++) {
    const score = outcomeScore(votes.outcome[vote], true)
    const left = ratings[votes.left[vote]] ?? ELO_START
    const right = ratings[votes.right[vote]] ?? ELO_START
    const expected = 1 / (1 + 10 ** ((right - left) / ELO_SCALE))
    const moved = ELO_K * (score - expected)
    ratings[votes.left[vote]] = left + moved
    ratings[votes.right[vote]] = right - moved
  }
  return ratings
}
