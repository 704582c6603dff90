import { chanceShares, NEAR, nearnessOf } from './adaptive-pairing.ts'
import { factorise, solveFactored } from '../numbers/linear.ts'
import { ALPHA, symmetricIntervals } from '../intervals/comparison.ts'
import { information, modelVariance } from '../fit/information.ts'
import type { Intervals } from '../method/measure-votes.ts'
import { gradient, informationWeights, largest, logLikelihood } from '../fit/likelihood.ts'
import { fit } from '../fit/bradley-terry.ts'
import { type PairPoints, votesOf } from '../fit/points.ts'
import { quantile } from '../numbers/distributions.ts'

/** With two contestants there is no choice of opponents. Above the upper limit `followsResults` finds enough. */
const [FEWEST, MOST] = [3, 15]
/** The normal quantile of p = 0.005, from which on pairs met unequally often. */
const UNEVEN = 2.576
/** Standard deviations of strengths, in logits: normal priors that are mixed with equal weights. */
const SPREADS = [0.5, 2]
/** Of more contestants, a fit for each pair would take minutes. */
export const MOST_WITH_ANY_PAIRS = 40
const ITERATIONS = 100
const SMALL_STEP = 1e-9

/**
 * Whether pairs met so unequally often, and nearer opponents so much more, that results may have chosen them. False
 * outside 3 to 15 contestants.
 * @param theta  the fit of the points
 */
export function mayFollowResults(points: PairPoints, theta: Float64Array): boolean {
  return metUnequally(points) && nearnessOf(points, sharesOf(points))(theta) < NEAR
}

/**
 * Whether pairs met more unequally than chance explains. Pearson's χ² (1900) compares the meetings with x_i x_j, those
 * of contestants who meet by chance, each as often as it has votes; its tail is that of Wilson & Hilferty (1931).
 * Three contestants always fit x_i x_j, so their pairs are compared with each other. All contestants must have votes.
 * False outside 3 to 15 contestants.
 */
function metUnequally(points: PairPoints): boolean {
  const { contestants, first, second, firstPoints, secondPoints } = points
  if (contestants < FEWEST || contestants > MOST) return false
  const share = sharesOf(points)
  let chiSquare = (sum(share) ** 2 - sum(share.map((own) => own ** 2))) / 2
  for (let pair = 0; pair < first.length; pair++) {
    const expected = share[first[pair]] * share[second[pair]]
    chiSquare += (firstPoints[pair] + secondPoints[pair] - expected) ** 2 / expected - expected
  }
  const degrees = contestants === FEWEST ? pairsOf(contestants) - 1 : pairsOf(contestants) - contestants
  const variance = 2 / (9 * degrees)
  return (Math.cbrt(chiSquare / degrees) - (1 - variance)) / Math.sqrt(variance) > UNEVEN
}

function sharesOf(points: PairPoints): Float64Array {
  const votes = votesOf(points)
  if (points.contestants !== FEWEST) return chanceShares(votes)
  return votes.map(() => Math.sqrt(sum(votes) / 2 / pairsOf(FEWEST)))
}

const pairsOf = (contestants: number) => (contestants * (contestants - 1)) / 2

/**
 * Lengthens comparison intervals until they separate only pairs that stay apart however the pairs of contestants
 * were chosen. Let L be the likelihood and π a mixture of normal priors. Over independent votes, ∫ L dπ / L(θ) at the
 * true θ is a martingale, whatever earlier results decide about the next pair or the end; so it exceeds 1/alpha with
 * a probability of at most alpha (Ville 1939; Robbins 1970). i and j stay apart if that ratio exceeds 1/alpha at
 * every θ with θ_i = θ_j. With ties as half a win for each side, the ratio falls on average. Votes that depend on
 * each other count as fewer: by the median factor between the variances of differences and the model's. For them it
 * is an approximation.
 * @param points  the votes, which must be strongly connected
 * @param plain  their fit
 * @param theta  the strengths in the middle of the intervals; others than `plain` if judges correct the votes
 * @returns the same object if all separated pairs stay apart
 */
export function holdingWithAnyPairs(
  intervals: Intervals,
  points: PairPoints,
  plain: Float64Array,
  theta: Float64Array,
  alpha = ALPHA,
): Intervals {
  const { contestants } = points
  const halves = intervals.comparison.map(([low, high]) => (high - low) / 2)
  const worth = 1 / dependence(intervals, points, plain)
  const counted = {
    ...points,
    firstPoints: points.firstPoints.map((own) => own * worth),
    secondPoints: points.secondPoints.map((own) => own * worth),
  }
  const highest = mixedLikelihood(counted) + Math.log(alpha)
  const factor = new Float64Array(contestants).fill(1)
  for (let i = 0; i < contestants; i++) {
    for (let j = 0; j < i; j++) {
      const needed = Math.abs(theta[i] - theta[j]) / (halves[i] + halves[j])
      if (needed <= 1 || likelihoodIfEqual(counted, i, j) <= highest) continue
      factor[i] = Math.max(factor[i], needed)
      factor[j] = Math.max(factor[j], needed)
    }
  }
  if (factor.every((own) => own === 1)) return intervals
  // a hair more, so that rounding separates nobody
  const longer = Float64Array.from(
    halves,
    (half, i) => half * (factor[i] === 1 ? 1 : factor[i] * (1 + 1e-12)),
  )
  return { ...intervals, comparison: symmetricIntervals(theta, longer), first: null }
}

/** At least 1: the median factor by which votes of the same unit widen the variance of a difference. */
function dependence({ variance }: Intervals, points: PairPoints, theta: Float64Array): number {
  const { contestants } = points
  const fisher = information(points, theta)
  const factors: number[] = []
  for (let i = 0; i < contestants; i++)
    for (let j = 0; j < i; j++) factors.push(variance(i, j) / modelVariance(fisher, contestants, i, j))
  return Math.max(
    1,
    quantile(
      factors.sort((a, b) => a - b),
      0.5,
    ),
  )
}

/** ln ∫ L dπ, each normal prior by Laplace's approximation. */
export function mixedLikelihood(points: PairPoints): number {
  const logs = SPREADS.map((spread) => integratedLikelihood(points, spread))
  const top = Math.max(...logs)
  return top + Math.log(sum(logs.map((own) => Math.exp(own - top))) / SPREADS.length)
}

/** ln ∫ L(θ) Π φ(θ_i / s) / s dθ: ℓ − Σθ² / 2s² at its maximum, minus ½ ln det(1 + s²H). */
function integratedLikelihood(points: PairPoints, spread: number): number {
  const { contestants: n, first, second } = points
  const precision = spread ** -2
  const theta = new Float64Array(n)
  const slope = new Float64Array(n)
  const weights = new Float64Array(first.length)
  const matrix = new Float64Array(n * n)
  const posterior = (at: Float64Array) =>
    logLikelihood(points, at) - (precision * sum(at.map((x) => x * x))) / 2
  let value = posterior(theta)
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    gradient(points, theta, slope)
    informationWeights(points, theta, weights)
    matrix.fill(0)
    for (let i = 0; i < n; i++) {
      slope[i] -= precision * theta[i]
      matrix[i * n + i] = precision
    }
    for (let pair = 0; pair < weights.length; pair++) {
      const [i, j] = [first[pair], second[pair]].sort((a, b) => a - b)
      matrix[i * n + i] += weights[pair]
      matrix[j * n + j] += weights[pair]
      matrix[j * n + i] -= weights[pair]
    }
    factorise(matrix, n)
    solveFactored(matrix, n, slope, slope)
    if (largest(slope) < SMALL_STEP) break
    let share = 1
    let moved = theta.map((x, i) => x + slope[i])
    for (; posterior(moved) < value && share > 1e-9; share /= 2)
      moved = theta.map((x, i) => x + (share / 2) * slope[i])
    theta.set(moved)
    value = posterior(theta)
  }
  let logDeterminant = 0
  for (let i = 0; i < n; i++) logDeterminant += 2 * Math.log(matrix[i * n + i] * spread)
  return value - logDeterminant / 2
}

/**
 * The highest ℓ(θ) with θ_i = θ_j: that of a fit in which i and j are one contestant. If the fit does not converge,
 * 0, which no likelihood exceeds.
 */
function likelihoodIfEqual(points: PairPoints, i: number, j: number): number {
  const { first, second, firstPoints, secondPoints } = points
  const [kept, dropped] = [Math.min(i, j), Math.max(i, j)]
  const number = (own: number) => (own === dropped ? kept : own > dropped ? own - 1 : own)
  const meets = (pair: number) => number(first[pair]) !== number(second[pair])
  const others = [...first.keys()].filter(meets)
  const between = [...first.keys()].filter((pair) => !meets(pair))
  // the fit takes pairs with the lower number first
  const isTurned = (pair: number) => number(first[pair]) > number(second[pair])
  const merged: PairPoints = {
    contestants: points.contestants - 1,
    first: Int32Array.from(others, (pair) => Math.min(number(first[pair]), number(second[pair]))),
    second: Int32Array.from(others, (pair) => Math.max(number(first[pair]), number(second[pair]))),
    firstPoints: Float64Array.from(others, (pair) => (isTurned(pair) ? secondPoints : firstPoints)[pair]),
    secondPoints: Float64Array.from(others, (pair) => (isTurned(pair) ? firstPoints : secondPoints)[pair]),
  }
  const met = sum(between.map((pair) => firstPoints[pair] + secondPoints[pair]))
  const { theta, converged } = fit(merged)
  return converged ? logLikelihood(merged, theta) - met * Math.LN2 : 0
}

const sum = (values: Float64Array | number[]) => (values as number[]).reduce((all, own) => all + own, 0)
