import type { PairPoints } from './points.ts'

/** Above this spread, e^θ for each contestant could overflow, so e^(θ_j − θ_i) is computed for each pair. */
const SAFE_EXPONENT = 300

/** The logistic function, P(i beats j) at θ_i − θ_j. */
export function sigmoid(difference: number): number {
  return 1 / (1 + Math.exp(-difference))
}

/** Writes g_i = Σ_j (W_ij − n_ij p_ij) into `out` and returns max |g_i|. Fastest if pairs are sorted by `first`. */
export function gradient(points: PairPoints, theta: Float64Array, out: Float64Array): number {
  out.fill(0)
  if (largest(theta) > SAFE_EXPONENT) addFarSlopes(points, theta, out)
  else addSlopes(points, theta.map(Math.exp), out)
  return largest(out)
}

/** With the strengths e^θ, so no exponential is needed for each pair. */
function addSlopes(points: PairPoints, strength: Float64Array, out: Float64Array): void {
  const { first, second, firstPoints, secondPoints } = points
  const pairs = first.length
  let i = -1
  let slope = 0
  let sum = 0
  for (let pair = 0; pair < pairs; pair++) {
    const owner = first[pair]
    if (owner !== i) {
      if (i >= 0) out[i] += sum
      i = owner
      slope = strength[i]
      sum = 0
    }
    const j = second[pair]
    const won = firstPoints[pair]
    const excess = won - ((won + secondPoints[pair]) * slope) / (slope + strength[j])
    sum += excess
    out[j] -= excess
  }
  if (i >= 0) out[i] += sum
}

function addFarSlopes(points: PairPoints, theta: Float64Array, out: Float64Array): void {
  const { first, second, firstPoints, secondPoints } = points
  for (let pair = 0; pair < first.length; pair++) {
    const p = sigmoid(theta[first[pair]] - theta[second[pair]])
    const excess = firstPoints[pair] * (1 - p) - secondPoints[pair] * p
    out[first[pair]] += excess
    out[second[pair]] -= excess
  }
}

/** p_ij of every pair. */
export function chances(
  { first, second }: Pick<PairPoints, 'first' | 'second'>,
  theta: Float64Array,
): Float64Array {
  return Float64Array.from(first, (i, pair) => sigmoid(theta[i] - theta[second[pair]]))
}

/**
 * The gradient for known probabilities. Writes it into `out` and returns the sum of all points. Fastest if pairs
 * are sorted by `first`.
 */
export function logLikelihoodGradient(points: PairPoints, chance: Float64Array, out: Float64Array): number {
  const { first, second, firstPoints, secondPoints } = points
  const pairs = first.length
  out.fill(0)
  let total = 0
  let i = -1
  let sum = 0
  for (let pair = 0; pair < pairs; pair++) {
    const owner = first[pair]
    if (owner !== i) {
      if (i >= 0) out[i] += sum
      i = owner
      sum = 0
    }
    const won = firstPoints[pair]
    const games = won + secondPoints[pair]
    const excess = won - games * chance[pair]
    total += games
    sum += excess
    out[second[pair]] -= excess
  }
  if (i >= 0) out[i] += sum
  return total
}

/** Writes n_ij p_ij (1 − p_ij) of every pair into `out`: the edge weights of the information, a graph Laplacian. */
export function informationWeights(points: PairPoints, theta: Float64Array, out: Float64Array): void {
  const { first, second, firstPoints, secondPoints } = points
  for (let pair = 0; pair < first.length; pair++) {
    const away = Math.exp(-Math.abs(theta[first[pair]] - theta[second[pair]]))
    out[pair] = ((firstPoints[pair] + secondPoints[pair]) * away) / ((1 + away) * (1 + away))
  }
}

/** max |x_i|. */
export function largest(values: Float64Array): number {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  return most
}

/** Shifts `values` to mean zero. */
export function centre(values: Float64Array): void {
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / values.length
  for (let index = 0; index < values.length; index++) values[index] -= mean
}

const POINTS_PER_UNIT = 400 / Math.LN10

/** The rating of a strength. On the chess scale, 400 points are odds of ten to one, and θ = 0, the average of the rated, is 1000. */
export function toRating(theta: number): number {
  return 1000 + POINTS_PER_UNIT * theta
}

/** The strength that has this rating. */
export function fromRating(rating: number): number {
  return (rating - 1000) / POINTS_PER_UNIT
}
