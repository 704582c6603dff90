import { centre, logLikelihood, sigmoid } from '../fit/likelihood.ts'
import type { PairPoints } from '../fit/points.ts'
import { factorise, solveFactored } from '../numbers/linear.ts'

/** Of the value: below it, a step promises less than the value's own rounding. */
const TOLERANCE = 1e-14
const ITERATIONS = 200
const HALVINGS = 30

/** A maximum of the penalised likelihood. */
interface PenalisedFit {
  /** Natural-log strengths, Σθ = 0. */
  theta: Float64Array
  /** ℓ(θ) + ½ ln det of the information, up to a constant. */
  value: number
  converged: boolean
  iterations: number
}

/**
 * Maximises the Bradley-Terry likelihood with Jeffreys' prior, ℓ(θ) + ½ ln det I(θ) (Firth 1993, "Bias reduction of maximum
 * likelihood estimates", Biometrika 80). Its maximum is finite also where somebody won or lost everything, if contestants are
 * connected by votes. The score adds half of a pair's leverage to both its sides, so each step is Newton's for these
 * points with the information that they then have, halved until the value rises. O(M³) a step.
 * @param equal  two contestants whose strengths are kept equal, for a likelihood ratio with the penalty of the full model
 *   (Heinze & Schemper 2002, "A solution to the problem of separation in logistic regression", Statistics in Medicine 21)
 */
export function fitPenalised(
  points: PairPoints,
  start?: Float64Array,
  equal?: readonly [number, number],
): PenalisedFit {
  const n = points.contestants
  const theta = start ? start.slice() : new Float64Array(n)
  if (equal) theta[equal[0]] = theta[equal[1]] = (theta[equal[0]] + theta[equal[1]]) / 2
  let at = stateAt(points, theta)
  const step = new Float64Array(n)
  let [converged, iterations] = [false, 0]
  while (!converged && iterations < ITERATIONS) {
    iterations++
    const augmented = augmentedBy(points, theta, inverseOf(at.factor, n))
    const slope = slopeOf(augmented, theta)
    stepTo(stateAt(augmented, theta).factor, slope, step, equal)
    const promise = step.reduce((sum, value, i) => sum + value * slope[i], 0)
    converged = promise < TOLERANCE * (1 + Math.abs(at.value))
    const from = theta.slice()
    let share = 1
    for (let halving = 0; ; halving++, share /= 2) {
      for (let i = 0; i < n; i++) theta[i] = from[i] + share * step[i]
      const next = stateAt(points, theta)
      if (next.value >= at.value + 1e-4 * share * promise || converged) {
        at = next
        break
      }
      if (halving === HALVINGS) {
        theta.set(from)
        return { theta, value: at.value, converged: false, iterations }
      }
    }
  }
  centre(theta)
  return { theta, value: at.value, converged, iterations }
}

/** The value at θ, and (H + 11ᵀ c/M)⁻¹. */
function stateAt(points: PairPoints, theta: Float64Array) {
  const n = points.contestants
  const matrix = new Float64Array(n * n)
  let level = 0
  for (let pair = 0; pair < points.first.length; pair++) {
    const [i, j] = [points.first[pair], points.second[pair]]
    const p = sigmoid(theta[i] - theta[j])
    const weight = (points.firstPoints[pair] + points.secondPoints[pair]) * p * (1 - p)
    matrix[i * n + i] += weight
    matrix[j * n + j] += weight
    matrix[i * n + j] -= weight
    matrix[j * n + i] -= weight
    level += (2 * weight) / n
  }
  for (let at = 0; at < n * n; at++) matrix[at] += level / n
  const isRegular = factorise(matrix, n)
  let logDet = -Math.log(level)
  for (let i = 0; i < n; i++) logDet += 2 * Math.log(matrix[i * n + i])
  return { value: isRegular ? logLikelihood(points, theta) + logDet / 2 : -Infinity, factor: matrix }
}

/** A⁻¹ of A = L Lᵀ: column i below its diagonal, since A⁻¹ is symmetric and L⁻¹ is zero above. */
function inverseOf(factor: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n)
  const column = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    column.fill(0)
    column[i] = 1
    for (let k = i; k < n; k++) {
      let rest = column[k]
      for (let j = i; j < k; j++) rest -= factor[k * n + j] * column[j]
      column[k] = rest / factor[k * n + k]
    }
    for (let k = n - 1; k >= i; k--) {
      const value = column[k] / factor[k * n + k]
      inverse[i * n + k] = inverse[k * n + i] = value
      for (let j = i; j < k; j++) column[j] -= factor[k * n + j] * value
    }
  }
  return inverse
}

/** The points with each pair's leverage added, half to either side: their score is the penalised one. */
function augmentedBy(points: PairPoints, theta: Float64Array, inverse: Float64Array): PairPoints {
  const { contestants: n, first, second } = points
  const firstPoints = points.firstPoints.slice()
  const secondPoints = points.secondPoints.slice()
  for (let pair = 0; pair < first.length; pair++) {
    const [i, j] = [first[pair], second[pair]]
    const p = sigmoid(theta[i] - theta[j])
    const weight = (firstPoints[pair] + secondPoints[pair]) * p * (1 - p)
    const half = (weight * (inverse[i * n + i] + inverse[j * n + j] - 2 * inverse[i * n + j])) / 2
    firstPoints[pair] += half
    secondPoints[pair] += half
  }
  return { ...points, firstPoints, secondPoints }
}

function slopeOf({ contestants, first, second, firstPoints, secondPoints }: PairPoints, theta: Float64Array) {
  const slope = new Float64Array(contestants)
  for (let pair = 0; pair < first.length; pair++) {
    const [i, j] = [first[pair], second[pair]]
    const pull = firstPoints[pair] - (firstPoints[pair] + secondPoints[pair]) * sigmoid(theta[i] - theta[j])
    slope[i] += pull
    slope[j] -= pull
  }
  return slope
}

/** H⁺ times the slope, or the same among θ with two equal strengths: the free step minus what would part them. */
function stepTo(
  factor: Float64Array,
  slope: Float64Array,
  step: Float64Array,
  equal: readonly [number, number] | undefined,
): void {
  const n = slope.length
  solveFactored(factor, n, slope, step)
  if (!equal) return
  const [i, j] = equal
  const parting = new Float64Array(n)
  parting[i] = 1
  parting[j] = -1
  solveFactored(factor, n, parting, parting)
  const apart = (step[i] - step[j]) / (parting[i] - parting[j])
  for (let k = 0; k < n; k++) step[k] -= apart * parting[k]
}
