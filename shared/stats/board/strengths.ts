import { fit } from '../fit/bradley-terry.ts'
import { chances } from '../fit/likelihood.ts'
import { halfTiePoints, isStronglyConnected, type PairPoints } from '../fit/points.ts'
import { factorise, solveFactored } from '../numbers/linear.ts'
import { TIE_POINTS, type PairedVotes } from '../fit/votes.ts'

/** From so many votes on a contestant counts fully in the mean of all strengths. */
const KNOWN_VOTES = 30

/** Weights of votes by pair and outcome of the pair's first contestant, and their squares; shape (pairs,) each. */
interface PairSums {
  won: Float64Array
  tied: Float64Array
  lost: Float64Array
  wonSquared: Float64Array
  tiedSquared: Float64Array
  lostSquared: Float64Array
}

/** Strengths θ of weighted votes. Arrays of shape (M,), (pairs,) or (M, M), row-major. */
export interface Strengths {
  /** Natural-log strengths; their mean, weighted by `mean`, is 0. */
  theta: Float64Array
  /** What each contestant counts in the mean of all strengths; sums to 1. */
  mean: Float64Array
  /** P(first beats second) of each pair. */
  chance: Float64Array
  sums: PairSums
  /** H⁻¹ on contrasts, H = Σ w p (1 − p) d dᵀ, d = e_first − e_second of each vote. */
  inverse: Float64Array
  /** What was fitted, pairs in the order of the votes' pairs; with ties with the average, these come last, and it is number M. */
  points: PairPoints
  /** Strengths as they were fitted, that of the average too; shape (M,) or (M + 1,). */
  fitted: Float64Array
  /** Whether wins and ties did not lead from everyone to everyone, so that these ties were needed. */
  hasPrior: boolean
  converged: boolean
  iterations: number
  /** max |gradient| at θ, in votes of the largest weight. */
  gradient: number
}

/**
 * Fits Bradley-Terry to weighted votes, ties as half a win for each. Where wins and ties do not lead from everyone to
 * everyone, no finite maximum exists (Ford 1957): then each contestant gets one tie with the average more.
 */
export function fitStrengths(votes: PairedVotes, weight: Float64Array): Strengths {
  const strengths = fitWithoutVariances(votes, weight)
  const { points, fitted } = strengths
  return { ...strengths, inverse: invertInformation(points, fitted, votes.contestants) }
}

/** The same without what is known of their errors, whose cost grows with the cube of the contestants. */
export function fitWithoutVariances(votes: PairedVotes, weight: Float64Array): Omit<Strengths, 'inverse'> {
  const { contestants, first, second } = votes
  const sums = sumPairs(votes, weight)
  const points: PairPoints = {
    contestants,
    first,
    second,
    firstPoints: sums.won.map((won, pair) => halfTiePoints(won, sums.tied[pair])),
    secondPoints: sums.lost.map((lost, pair) => halfTiePoints(lost, sums.tied[pair])),
  }
  const hasPrior = !isStronglyConnected(points)
  const fitted = hasPrior ? tieWithAverage(points) : points
  const { theta: all, ...convergence } = fit(fitted)
  const counts = new Float64Array(contestants)
  for (const pair of votes.pair) {
    counts[first[pair]]++
    counts[second[pair]]++
  }
  const mean = counts.map((count) => Math.min(1, count / KNOWN_VOTES))
  const total = mean.reduce((sum, share) => sum + share, 0)
  for (let i = 0; i < contestants; i++) mean[i] /= total
  const centre = mean.reduce((sum, share, i) => sum + share * all[i], 0)
  const theta = all.slice(0, contestants).map((value) => value - centre)
  return {
    theta,
    mean,
    chance: chances(votes, theta),
    sums,
    points: fitted,
    fitted: all,
    hasPrior,
    ...convergence,
  }
}

function sumPairs({ first, pair, score }: PairedVotes, weight: Float64Array): PairSums {
  const empty = () => new Float64Array(first.length)
  const [won, tied, lost] = [empty(), empty(), empty()]
  const [wonSquared, tiedSquared, lostSquared] = [empty(), empty(), empty()]
  for (let vote = 0; vote < pair.length; vote++) {
    const w = weight[vote]
    const number = pair[vote]
    if (score[vote] === 1) {
      won[number] += w
      wonSquared[number] += w * w
    } else if (score[vote] === 0) {
      lost[number] += w
      lostSquared[number] += w * w
    } else {
      tied[number] += w
      tiedSquared[number] += w * w
    }
  }
  return { won, tied, lost, wonSquared, tiedSquared, lostSquared }
}

/** One tie of each contestant with one more, the average. These pairs come last, so that the others keep their numbers. */
function tieWithAverage({ contestants, first, second, firstPoints, secondPoints }: PairPoints): PairPoints {
  const everyone = new Int32Array(contestants).map((_, i) => i)
  const half = new Float64Array(contestants).fill(TIE_POINTS)
  return {
    contestants: contestants + 1,
    first: join(first, everyone),
    second: join(second, new Int32Array(contestants).fill(contestants)),
    firstPoints: join(firstPoints, half),
    secondPoints: join(secondPoints, half),
  }
}

function join<Values extends Int32Array | Float64Array>(before: Values, after: Values): Values {
  const joined = new (before.constructor as new (length: number) => Values)(before.length + after.length)
  joined.set(before)
  joined.set(after, before.length)
  return joined
}

/**
 * The inverse of the information among the first `size` contestants. H has the null direction 1; adding the same to each
 * element makes it invertible and changes no contrast.
 */
function invertInformation(points: PairPoints, theta: Float64Array, size: number): Float64Array {
  const { contestants: n, first, second, firstPoints, secondPoints } = points
  const matrix = new Float64Array(n * n)
  const chance = chances(points, theta)
  let total = 0
  for (let pair = 0; pair < first.length; pair++) {
    const [i, j] = [first[pair], second[pair]]
    const p = chance[pair]
    const information = (firstPoints[pair] + secondPoints[pair]) * p * (1 - p)
    total += 2 * information
    matrix[i * n + i] += information
    matrix[j * n + j] += information
    matrix[j * n + i] -= information
  }
  const level = total / n / n
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) matrix[i * n + j] += level
  if (!factorise(matrix, n)) throw new Error('the information of a connected board is singular')
  const inverse = new Float64Array(size * size)
  const column = new Float64Array(n)
  for (let j = 0; j < size; j++) {
    column.fill(0)
    column[j] = 1
    solveFactored(matrix, n, column, column)
    inverse.set(column.subarray(0, size), j * size)
  }
  return inverse
}
