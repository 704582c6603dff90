import {
  logStudentTail,
  logTwoTails,
  normalOfTails,
  normalQuantile,
  predictionQuantile,
  sequentialSignTest,
  signTest,
} from '../numbers/distributions.ts'
import { factorise } from '../numbers/linear.ts'
import { RandomStream } from '../numbers/random.ts'
import { pointsOf, type Ballots } from './ballots.ts'
import { contrastsOf, type Contrast, type Contrasts } from './contrasts.ts'
import { fitPenalised } from './penalised.ts'
import { fitWeighted, type WeightedFit } from './weights.ts'

/** The probability that anything false is declared on a board, and its share for first place; the rest is for orders. */
export const ALPHA = 0.05
const FIRST_SHARE = 0.7
/** A difference known from fewer effective votes is tested by the likelihood ratio, since no normal error fits it. */
const FEW_VOTES = 30
/** In larger fields a likelihood ratio for each of many pairs would take minutes; errors never below the model's are kept instead. */
const LARGE_FIELD = 60
/** Draws for a simultaneous critical value. */
const DRAWS = 2000
/** Variance of a difference at which the boundary for all looks is nearest to that of one. */
const PRIOR_VARIANCE = 1 / 12.5

export interface DecideOptions {
  /** 'one': declarations are false with probability alpha on this board. 'any': on all boards of growing votes together. */
  looks?: 'one' | 'any'
  alpha?: number
  seed: number
  weigh?: 'units' | 'votes'
}

/** What the votes allow to say. Contestants are numbered as in the votes. */
export interface Decision {
  fit: WeightedFit
  /** The one contestant that is better than each other one; null if the votes do not show one. */
  winner: number | null
  /** M × M: 1 where i is shown to be above j. */
  above: Uint8Array
  /** M × M: |θ_i − θ_j| in normal standard errors. */
  z: Float64Array
  /** What z must exceed for first place, and, given every pair's variance, for an order. */
  critical: { first(contrast: Contrast): number; orders(contrast: Contrast): number }
  contrasts: Contrasts
}

/**
 * Decides who is best and who is above whom, from votes that connect all contestants.
 *
 * First place has 3.5 of the 5 %: the highest rated is best if it is above each rival, each tested alone (an intersection-union
 * test, Berger 1982). Orders have 1.5 %: all pairs at once, by the largest of all statistics that units alone would give (step-down,
 * Romano & Wolf 2005). Once a winner is named its share passes to the orders: if that winner is false the error is made
 * already, and if it is true first place needs none of it. Two contestants are one question at 5 %.
 * For all looks the same statistics must cross Robbins' boundary.
 */
export function decide(ballots: Ballots, options: DecideOptions): Decision {
  const { looks = 'one', alpha = ALPHA, seed, weigh = 'units' } = options
  const { contestants } = ballots
  const fit = fitWeighted(ballots, weigh)
  const contrasts = contrastsOf(ballots, fit)
  const few = fewVotesTest(ballots, fit)
  const exact =
    contestants === 2 && ballots.kinds.every(({ votes }) => votes.length === 0)
      ? exactTest(ballots, looks)
      : null
  const z = new Float64Array(contestants ** 2)
  const all: Pair[] = []
  for (let i = 0; i < contestants; i++)
    for (let j = i + 1; j < contestants; j++) {
      const contrast = contrasts.contrast(i, j)
      const size = exact ?? (contrast.votes < FEW_VOTES ? few(i, j, contrast) : normalEquivalent(contrast))
      z[i * contestants + j] = z[j * contestants + i] = size
      all.push({ i, j, contrast, z: size })
    }
  const boundary = (x: number, { variance }: Contrast) =>
    looks === 'one' || exact !== null ? x : watched(x, variance)
  const isOne = all.length === 1
  const first = normalQuantile((isOne ? alpha : alpha * FIRST_SHARE) / 2)
  const best = fit.theta.indexOf(fit.theta.reduce((most, value) => Math.max(most, value), -Infinity))
  const isFirst =
    fit.converged &&
    all.every(({ i, j, contrast, z: size }) => (i !== best && j !== best) || size > boundary(first, contrast))
  const winner = isFirst && contestants > 1 ? best : null
  const level = isOne || winner !== null ? alpha : alpha * (1 - FIRST_SHARE)
  const { rejected, x } = fit.converged
    ? stepDown(all, contrasts, level, seed, boundary)
    : { rejected: new Set<Pair>(), x: Infinity }
  const above = new Uint8Array(contestants ** 2)
  for (const pair of all) {
    const isHigher = fit.theta[pair.i] > fit.theta[pair.j]
    const ofWinner = winner !== null && (pair.i === winner || pair.j === winner)
    if (rejected.has(pair) || ofWinner)
      above[isHigher ? pair.i * contestants + pair.j : pair.j * contestants + pair.i] = 1
  }
  return {
    fit,
    winner,
    above,
    z,
    contrasts,
    critical: { first: (contrast) => boundary(first, contrast), orders: (contrast) => boundary(x, contrast) },
  }
}

interface Pair {
  i: number
  j: number
  contrast: Contrast
  z: number
}

/** The normal deviate with the same tails as t = |lead| / √variance of Student's distribution. */
function normalEquivalent({ lead, variance, degrees }: Contrast): number {
  if (!(variance > 0)) return 0
  return normalOfTails(Math.LN2 + logStudentTail(Math.abs(lead) / Math.sqrt(variance), degrees))
}

/**
 * Robbins' (1970) boundary for a statistic that is looked at at any time, asymptotically (Waudby-Smith et al. 2024), at the level
 * of which x is the two-sided quantile for one look.
 */
function watched(x: number, variance: number): number {
  const r = PRIOR_VARIANCE / variance
  return Math.sqrt((1 + 1 / r) * (Math.log1p(r) - 2 * logTwoTails(x)))
}

/** Rejects pairs, and pairs left over again with the critical value that these need, until no further one is rejected. */
function stepDown(
  all: readonly Pair[],
  { covariance, contestants: n }: Contrasts,
  level: number,
  seed: number,
  boundary: (x: number, contrast: Contrast) => number,
): { rejected: Set<Pair>; x: number } {
  if (all.length === 1) {
    const x = normalQuantile(level / 2)
    return { rejected: new Set(all.filter(({ contrast, z }) => z > boundary(x, contrast))), x }
  }
  const draws = drawStrengths(covariance, n, seed)
  const rejected = new Set<Pair>()
  let open = all.map((pair) => ({ pair, sd: Math.sqrt(spread(covariance, n, pair.i, pair.j)) }))
  for (;;) {
    const largest = new Float64Array(DRAWS)
    for (let draw = 0; draw < DRAWS; draw++) {
      const at = draw * n
      for (const { pair, sd } of open) {
        const size = Math.abs(draws[at + pair.i] - draws[at + pair.j])
        if (size > largest[draw] * sd) largest[draw] = size / sd
      }
    }
    const x = Math.max(normalQuantile(level / 2), predictionQuantile(largest.sort(), level))
    const rest = open.filter(({ pair }) => pair.z <= boundary(x, pair.contrast))
    for (const { pair } of open) if (pair.z > boundary(x, pair.contrast)) rejected.add(pair)
    if (rest.length === open.length || rest.length === 0) return { rejected, x }
    open = rest
  }
}

const spread = (matrix: Float64Array, n: number, i: number, j: number) =>
  Math.max(0, matrix[i * n + i] + matrix[j * n + j] - 2 * matrix[i * n + j])

/** Draws × M: normal strengths with this covariance, apart from a common shift. */
function drawStrengths(covariance: Float64Array, n: number, seed: number): Float64Array {
  const level = covariance.reduce((sum, value, at) => sum + (at % (n + 1) === 0 ? value : 0), 0) / n
  const factor = covariance.slice()
  for (let ridge = 1e-12; ; ridge *= 10) {
    factor.set(covariance)
    for (let i = 0; i < n; i++) factor[i * (n + 1)] += ridge * level
    if (factorise(factor, n)) break
  }
  const stream = new RandomStream(seed, 0)
  const draws = new Float64Array(DRAWS * n)
  const normal = new Float64Array(n + 1)
  for (let draw = 0; draw < DRAWS; draw++) {
    for (let i = 0; i < n; i += 2) {
      const [radius, angle] = [Math.sqrt(2 * stream.exponential()), 2 * Math.PI * stream.uniform()]
      normal[i] = radius * Math.cos(angle)
      normal[i + 1] = radius * Math.sin(angle)
    }
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (let k = 0; k <= i; k++) sum += factor[i * n + k] * normal[k]
      draws[draw * n + i] = sum
    }
  }
  return draws
}

/** Two contestants by single votes: the sign test of decisive votes, exact for one look and at all looks, as a normal deviate. */
function exactTest({ score }: Ballots, looks: 'one' | 'any'): number {
  const [wins, losses] = [1, 0].map((own) =>
    score.reduce((count, value) => count + (value === own ? 1 : 0), 0),
  )
  return normalOfTails(Math.log(looks === 'one' ? signTest(wins, losses) : sequentialSignTest(wins, losses)))
}

/**
 * The test of a difference by few votes: √(2 ΔPL) of the penalised likelihood with and without θ_i = θ_j, less what votes that
 * share units make it too large.
 */
function fewVotesTest(ballots: Ballots, fit: WeightedFit) {
  const points = pointsOf(ballots, fit.weight)
  let free: ReturnType<typeof fitPenalised> | null = null
  return (i: number, j: number, contrast: Contrast): number => {
    const { variance, modelVariance } = contrast
    if (points.contestants > LARGE_FIELD)
      return normalEquivalent({ ...contrast, variance: Math.max(variance, modelVariance) })
    free ??= fitPenalised(points, fit.theta)
    const kept = fitPenalised(points, free.theta, [i, j])
    const gain = Math.max(0, 2 * (free.value - kept.value))
    return Math.sqrt(gain / Math.max(1, variance / modelVariance))
  }
}
