import {
  logStudentTail,
  normalOfTails,
  normalQuantile,
  predictionQuantile,
  sequentialSignTest,
  signTest,
} from '../numbers/distributions.ts'
import { watchedFactor } from '../intervals/comparison.ts'
import { factorise } from '../numbers/linear.ts'
import { RandomStream } from '../numbers/random.ts'
import { pointsOf, type Ballots } from './ballots.ts'
import { contrastsOf, spreadAtEquality, type Contrast, type Contrasts } from './contrasts.ts'
import { fitPenalised } from './penalised.ts'
import { fitWeighted, type WeightedFit } from './weights.ts'

/** The probability that anything false is declared on a board, and its share for first place; the rest is for orders. */
export const ALPHA = 0.05
const FIRST_SHARE = 0.7
/** A difference whose error is known from fewer votes is tested by the likelihood ratio, since no normal error fits it. */
export const FEW_VOTES = 30
/** In larger fields a likelihood ratio for each of many pairs would take minutes; errors never below the model's are kept instead. */
const LARGE_FIELD = 60

/** A smaller share of the model's variance is rounding. */
const ROUNDING = 1e-12
const DRAWS = 2000

export interface DecideOptions {
  /** 'one': declarations are false with probability alpha on this board. 'any': on all boards of growing votes together. */
  looks?: 'one' | 'any'
  alpha?: number
  seed: number
  /** Draws of errors for a simultaneous critical value. Default: 2000. */
  rounds?: number
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
  /** The critical value of orders for one look, from all pairs at once. */
  ordersFactor: number
  /** Whether z is of the exact test of two contestants by single votes. */
  isExact: boolean
  /** Whether votes have units. */
  isByUnit: boolean
  contrasts: Contrasts
  /** Draws × M: normal errors of strengths with the covariance of `contrasts`, for other questions about all at once. */
  draws(): Float64Array
}

/** A new one names what changed in docs/explanation/statistics.md. Boards of other versions are not compared figure by figure. */
export const METHOD_VERSION = 2

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
  const { looks = 'one', alpha = ALPHA, seed, rounds = DRAWS, weigh = 'units' } = options
  const { contestants } = ballots
  const fit = fitWeighted(ballots, weigh)
  const contrasts = remembered(contrastsOf(ballots, fit))
  const littleKnown = littleKnownTest(ballots, fit)
  const exact = contestants === 2 && !hasUnits(ballots) ? exactTest(ballots, looks) : null
  const boundary = (x: number, { variance }: Contrast) =>
    looks === 'one' ? x : watchedFactor(x, 1 / variance)
  const isOne = contestants === 2
  const first = normalQuantile((isOne ? alpha : alpha * FIRST_SHARE) / 2)
  const z = new Float64Array(contestants ** 2)
  const all: Pair[] = []
  for (let i = 0; i < contestants; i++)
    for (let j = i + 1; j < contestants; j++) {
      const contrast = contrasts.contrast(i, j)
      // the exact test has its own way to hold at all looks
      const size =
        exact === null
          ? contrast.votes < FEW_VOTES
            ? littleKnown(i, j, contrast)
            : normalEquivalent(contrast)
          : (exact * boundary(first, contrast)) / first
      z[i * contestants + j] = z[j * contestants + i] = size
      all.push({ i, j, contrast, z: size })
    }
  const best = fit.theta.indexOf(fit.theta.reduce((most, value) => Math.max(most, value), -Infinity))
  const isFirst =
    fit.converged &&
    all.every(({ i, j, contrast, z: size }) => (i !== best && j !== best) || size > boundary(first, contrast))
  const winner = isFirst && contestants > 1 ? best : null
  const level = isOne || winner !== null ? alpha : alpha * (1 - FIRST_SHARE)
  let drawn: Float64Array | null = null
  const draws = () => (drawn ??= drawStrengths(contrasts.covariance, fit.theta, seed, rounds))
  const { rejected, x } = fit.converged
    ? stepDown(all, contrasts, level, draws, boundary)
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
    ordersFactor: x,
    isExact: exact !== null,
    isByUnit: hasUnits(ballots),
    draws,
    critical: { first: (contrast) => boundary(first, contrast), orders: (contrast) => boundary(x, contrast) },
  }
}

const hasUnits = ({ kinds }: Ballots) => kinds.some(({ votes }) => votes.length > 0)

/** Degrees of freedom of a variance of which units decide the part that their votes share. */
export const sharedDegrees = (degrees: number, kish: number) =>
  degrees / Math.max(0, 1 - (degrees + 1) / kish) ** 2

/** Each contrast is a sum over all votes, and is needed several times. */
function remembered(contrasts: Contrasts): Contrasts {
  const { contestants } = contrasts
  const known = new Array<Contrast | undefined>((contestants * (contestants + 1)) / 2)
  return {
    ...contrasts,
    contrast(i, j) {
      const [low, high] = i < j ? [i, j] : [j, i]
      const contrast = (known[(high * (high + 1)) / 2 + low] ??= contrasts.contrast(low, high))
      return i < j ? contrast : { ...contrast, lead: -contrast.lead }
    },
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
  return variance > 0 ? normalOfStudent(Math.abs(lead) / Math.sqrt(variance), degrees) : 0
}

/** Beyond a million degrees Student's distribution is the normal one. */
const normalOfStudent = (t: number, degrees: number) =>
  degrees < 1e6 ? normalOfTails(Math.LN2 + logStudentTail(t, degrees)) : t

/** Rejects pairs, and pairs left over again with the critical value that these need, until no further one is rejected. */
function stepDown(
  all: readonly Pair[],
  { covariance, contestants: n }: Contrasts,
  level: number,
  drawn: () => Float64Array,
  boundary: (x: number, contrast: Contrast) => number,
): { rejected: Set<Pair>; x: number } {
  if (all.length === 1) {
    const x = normalQuantile(level / 2)
    return { rejected: new Set(all.filter(({ contrast, z }) => z > boundary(x, contrast))), x }
  }
  const draws = byContestant(drawn(), n)
  const rounds = draws[0].length
  const rejected = new Set<Pair>()
  let open = all.map((pair) => {
    const variance = spread(covariance, n, pair.i, pair.j)
    return {
      pair,
      precision: variance > ROUNDING * pair.contrast.modelVariance ? 1 / Math.sqrt(variance) : 0,
    }
  })
  for (;;) {
    const largest = new Float64Array(rounds)
    for (const { pair, precision } of open) {
      if (precision === 0) continue
      const [one, other] = [draws[pair.i], draws[pair.j]]
      for (let draw = 0; draw < rounds; draw++) {
        const size = Math.abs(one[draw] - other[draw]) * precision
        if (size > largest[draw]) largest[draw] = size
      }
    }
    const x = Math.max(normalQuantile(level / 2), predictionQuantile(largest.sort(), level))
    const rest = open.filter(({ pair }) => pair.z <= boundary(x, pair.contrast))
    for (const { pair } of open) if (pair.z > boundary(x, pair.contrast)) rejected.add(pair)
    if (rest.length === open.length || rest.length === 0) return { rejected, x }
    open = rest
  }
}

/** The draws of each contestant. */
const byContestant = (draws: Float64Array, n: number): Float64Array[] =>
  Array.from({ length: n }, (_, i) =>
    Float64Array.from({ length: draws.length / n }, (_, at) => draws[at * n + i]),
  )

const spread = (matrix: Float64Array, n: number, i: number, j: number): number =>
  matrix[i * n + i] + matrix[j * n + j] - 2 * matrix[i * n + j]

/** The value that the largest |x_i| / s_i of normal x with this covariance exceeds with probability `level`. */
export function largestOf(covariance: Float64Array, n: number, level: number, seed: number): number {
  const least = normalQuantile(level / 2)
  if (n < 2) return least
  const draws = drawStrengths(covariance, new Float64Array(n), seed, DRAWS)
  const largest = new Float64Array(DRAWS)
  draws.forEach((value, at) => {
    const i = at % n
    const size = Math.abs(value) / Math.sqrt(covariance[i * (n + 1)])
    if (size > largest[(at - i) / n]) largest[(at - i) / n] = size
  })
  return Math.max(least, predictionQuantile(largest.sort(), level))
}

/**
 * Draws × M: normal strengths with this covariance, apart from a common shift: what units give whose contributions have normal
 * multipliers. Contestants are drawn in order of strength, so that their numbers do not matter.
 */
function drawStrengths(
  covariance: Float64Array,
  theta: Float64Array,
  seed: number,
  rounds: number,
): Float64Array {
  const n = theta.length
  const draws = new Float64Array(rounds * n)
  const order = Int32Array.from(theta.keys()).sort((a, b) => theta[b] - theta[a] || a - b)
  const ordered = covariance.map((_, at) => covariance[order[Math.floor(at / n)] * n + order[at % n]])
  const level = ordered.reduce((sum, value, at) => sum + (at % (n + 1) === 0 ? value : 0), 0) / n
  if (!(level > 1e-18)) return draws
  const factor = ordered.slice()
  for (let ridge = 1e-12; ; ridge *= 10) {
    factor.set(ordered)
    for (let i = 0; i < n; i++) factor[i * (n + 1)] += ridge * level
    if (factorise(factor, n)) break
  }
  const stream = new RandomStream(seed, 0)
  const normal = new Float64Array(n + 1)
  for (let draw = 0; draw < rounds; draw++) {
    for (let i = 0; i < n; i += 2) {
      const [radius, angle] = [Math.sqrt(2 * stream.exponential()), 2 * Math.PI * stream.uniform()]
      normal[i] = radius * Math.cos(angle)
      normal[i + 1] = radius * Math.sin(angle)
    }
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (let k = 0; k <= i; k++) sum += factor[i * n + k] * normal[k]
      draws[draw * n + order[i]] = sum
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
 * The test of a difference of which little is known: √(2 ΔPL) of the penalised likelihood with and without θ_i = θ_j, less what
 * votes that share units make it too large. Of a variance, sharing can be at most the part 1 − κ of units / κ of votes, and
 * only that part is known from few units: so many more degrees has the whole (Satterthwaite 1946).
 */
function littleKnownTest(ballots: Ballots, fit: WeightedFit) {
  const points = pointsOf(ballots, fit.weight)
  const isByUnit = hasUnits(ballots)
  let free: ReturnType<typeof fitPenalised> | null = null
  return (i: number, j: number, contrast: Contrast): number => {
    const { variance, modelVariance, degrees, votes, kish, evenness } = contrast
    if (points.contestants > LARGE_FIELD) {
      // nothing is known of how votes of a unit agree, so they may all
      const together = isByUnit ? Math.max(1, votes / (degrees + 1)) : 1
      return normalEquivalent({ ...contrast, variance: Math.max(variance, modelVariance * together) })
    }
    free ??= fitPenalised(points, fit.theta)
    const kept = fitPenalised(points, free.theta, [i, j])
    const gain = Math.max(0, 2 * (free.value - kept.value))
    if (!isByUnit) return Math.sqrt(gain / Math.max(1, variance / modelVariance))
    // between even contestants V tells how units vary; where one always wins, it cannot
    const spread = spreadAtEquality(ballots, fit.weight, kept.theta, [i, j]) ** (1 - evenness)
    const size = Math.sqrt(gain / Math.max(1, variance / modelVariance, spread))
    return normalOfStudent(size, sharedDegrees(degrees, kish))
  }
}
