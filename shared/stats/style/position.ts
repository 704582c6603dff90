import { climb, factorise, solveFactored } from '../numbers/linear.ts'
import { centre, largest, sigmoid } from '../fit/likelihood.ts'

const ITERATIONS = 100
const TOLERANCE = 1e-9
/** Beyond this an estimate diverges: the contestant shown first always wins, or never. */
const FARTHEST = 30

/** Points of each ordered pair: the score of the contestant shown first against the one shown second. */
export interface OrderedPoints {
  contestants: number
  shownFirst: Int32Array
  shownSecond: Int32Array
  firstPoints: Float64Array
  secondPoints: Float64Array
}

interface PositionEffect {
  /** The natural log of the odds that being shown first adds. */
  eta: number
  /** Under the model. */
  standardError: number
  /** 95 %. */
  interval: [number, number]
  /** How often the contestant shown first beats an equal one. */
  firstWins: number
  /** Strengths without the effect, Σθ = 0. */
  theta: Float64Array
  logLikelihood: number
}

/**
 * The position effect: logit P(shown first wins) = θ_first − θ_second + η (Davidson & Beaver 1977, "On extending
 * the Bradley-Terry model to incorporate within-pair order effects"; the home advantage of Agresti 2002, section
 * 10.6.3). A tie is half a win for each. Assumes one η for all pairs and independent votes. Newton's method with
 * step halving in (θ, η); O(pairs + M³) for each step. The contestants must be strongly connected, with a tie as a
 * win in both directions. Null if η has no finite estimate: without a vote, or if the orders of the votes cannot
 * tell it from the strengths.
 */
export function positionEffect(points: OrderedPoints): PositionEffect | null {
  const m = points.contestants
  const parameters = new Float64Array(m + 1)
  const slope = new Float64Array(m + 1)
  const step = new Float64Array(m + 1)
  const total = sum(points.firstPoints) + sum(points.secondPoints)
  if (!(total > 0)) return null
  for (let iteration = 0, moved = Infinity; iteration < ITERATIONS; iteration++) {
    const steepest = scoreOf(points, parameters, slope)
    if (steepest <= TOLERANCE * Math.max(1, total) && moved <= 1e-6) break
    const factor = informationOf(points, parameters)
    if (!factor) return null
    solveFactored(factor, m + 1, slope, step)
    moved = climb((there) => likelihoodOf(points, there), parameters, slope, step) * largest(step)
    if (largest(parameters) > FARTHEST) return null
    if (moved === 0) break
  }
  const factor = informationOf(points, parameters)
  if (!factor || scoreOf(points, parameters, slope) > TOLERANCE * Math.max(1, total)) return null
  const unit = new Float64Array(m + 1)
  unit[m] = 1
  solveFactored(factor, m + 1, unit, step)
  const standardError = Math.sqrt(step[m])
  if (!Number.isFinite(standardError)) return null
  const theta = parameters.slice(0, m)
  centre(theta)
  const eta = parameters[m]
  return {
    eta,
    standardError,
    interval: [eta - 1.96 * standardError, eta + 1.96 * standardError],
    firstWins: sigmoid(eta),
    theta,
    logLikelihood: likelihoodOf(points, parameters),
  }
}

function leadOf(
  { contestants, shownFirst, shownSecond }: OrderedPoints,
  at: Float64Array,
  pair: number,
): number {
  return at[shownFirst[pair]] - at[shownSecond[pair]] + at[contestants]
}

function scoreOf(points: OrderedPoints, parameters: Float64Array, out: Float64Array): number {
  const { contestants, shownFirst, shownSecond, firstPoints, secondPoints } = points
  out.fill(0)
  for (let pair = 0; pair < shownFirst.length; pair++) {
    const p = sigmoid(leadOf(points, parameters, pair))
    const excess = firstPoints[pair] * (1 - p) - secondPoints[pair] * p
    out[shownFirst[pair]] += excess
    out[shownSecond[pair]] -= excess
    out[contestants] += excess
  }
  return largest(out)
}

/** Cholesky factor of the information, with strengths constrained to sum zero. Null if η cannot be told from them. */
function informationOf(points: OrderedPoints, parameters: Float64Array): Float64Array | null {
  const { contestants: m, shownFirst, shownSecond, firstPoints, secondPoints } = points
  const n = m + 1
  const matrix = new Float64Array(n * n)
  let level = 0
  for (let pair = 0; pair < shownFirst.length; pair++) {
    const p = sigmoid(leadOf(points, parameters, pair))
    const weight = (firstPoints[pair] + secondPoints[pair]) * p * (1 - p)
    const [i, j] = [shownFirst[pair], shownSecond[pair]]
    matrix[i * n + i] += weight
    matrix[j * n + j] += weight
    matrix[Math.max(i, j) * n + Math.min(i, j)] -= weight
    matrix[m * n + i] += weight
    matrix[m * n + j] -= weight
    matrix[m * n + m] += weight
    level += (2 * weight) / m
  }
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) matrix[i * n + j] += level / m
  const own = matrix[m * n + m]
  if (!factorise(matrix, n)) return null
  return matrix[m * n + m] ** 2 > 1e-10 * own ? matrix : null
}

function likelihoodOf(points: OrderedPoints, at: Float64Array): number {
  let total = 0
  for (let pair = 0; pair < points.shownFirst.length; pair++) {
    const lead = leadOf(points, at, pair)
    const against = lead > 0 ? points.secondPoints[pair] : points.firstPoints[pair]
    const met = points.firstPoints[pair] + points.secondPoints[pair]
    total -= against * Math.abs(lead) + met * Math.log1p(Math.exp(-Math.abs(lead)))
  }
  return total
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
