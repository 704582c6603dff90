import { chances, gradientAt, largest, logLikelihood, saysNothing } from '../fit/likelihood.ts'
import { watchedFactor } from '../intervals/comparison.ts'
import { largestIsland, type PairPoints } from '../fit/points.ts'
import { studentQuantile } from '../numbers/distributions.ts'
import { climb, dot, factorise, solveFactored } from '../numbers/linear.ts'
import { pointsOf, type Ballots } from './ballots.ts'
import { contrastsOf } from './contrasts.ts'
import { ALPHA, FEW_VOTES, largestOf } from './decide.ts'
import { fitWeighted } from './weights.ts'

const ITERATIONS = 50
const TOLERANCE = 1e-10
/** Strengths this far apart mean that an ingredient decides every vote. */
const FARTHEST = 7
const RIDGE = 1e-11
/** A share of information below this is rounding. */
const KNOWN = 1e-6

/** How much better one thing is than another, in log odds. */
export interface Measured {
  estimate: number
  /** Holds for all of its kind together at 95 %. */
  interval: [number, number]
  /** Whether the interval is clear of 0. */
  shown: boolean
}

/** What one level of an ingredient adds, compared with another level, all else equal. */
export interface Effect {
  factor: number
  level: number
  than: number
  /** Null if it cannot be known: see `because`. */
  measured: Measured | null
  /** 'confounded': the contestants cannot tell it from other ingredients. 'few_votes': too few votes, prompts or voters inform it. */
  because: 'confounded' | 'few_votes' | null
}

export interface Ingredients {
  /** For each factor its levels compared, in the order given. */
  effects: Effect[]
  /** For each contestant how much better it is than its ingredients say; null if this cannot be known. */
  rests: (Measured | null)[]
  /** By how many contestants there are more than the ingredients need. Without one, nothing tests whether they explain. */
  spare: number
  /** The standard deviation of contestants around what their ingredients say, beyond chance. */
  scatter: number
}

interface IngredientOptions {
  looks?: 'one' | 'any'
  seed: number
}

/**
 * Explains strengths by ingredients: θ = Xβ + rest (Springall 1973, "Response surface fitting using a generalization of the
 * Bradley-Terry paired comparison model"), fitted to weighted votes. Errors count prompts and voters, as those of a board. Where
 * contestants scatter around Xβ, the error of an effect has that scatter too: other prompts with the same ingredients
 * would differ as much. Null if votes do not connect the contestants, or an ingredient decides every vote.
 * @param factors  for each factor the level of each contestant, from 0
 */
export function explain(
  ballots: Ballots,
  factors: readonly Int32Array[],
  options: IngredientOptions,
): Ingredients | null {
  const m = ballots.contestants
  const everyVote = new Float64Array(ballots.pair.length).fill(1)
  if (largestIsland(pointsOf(ballots, everyVote)).length < m) return null
  const { weight } = fitWeighted(ballots)
  const points = pointsOf(ballots, weight)
  const levels = factors.flatMap((of, factor) =>
    Array.from({ length: Math.max(...of) + 1 }, (_, level) => ({ factor, level })),
  )
  const design = levels.map(({ factor, level }) =>
    Float64Array.from(factors[factor], (own) => Number(own === level)),
  )
  const fitted = fitDesign(points, design)
  if (!fitted) return null
  const errors = { ballots, weight, options }
  const spare = m - 1 - fitted.rank
  const scatter = spare > 0 ? scatterOf(points, fitted, errors) : 0
  const compared = levels.flatMap((one, at) =>
    levels.flatMap((other, to) => (one.factor === other.factor && at < to ? [{ one, other, at, to }] : [])),
  )
  const wanted = compared.map(({ at, to }) => estimate(fitted, unit(design.length, at, to)))
  const effects = measure(wanted, fitted, errors, { variance: scatter ** 2, spare }).map(
    (measured, k): Effect => ({
      factor: compared[k].one.factor,
      level: compared[k].one.level,
      than: compared[k].other.level,
      measured,
      because: measured ? null : wanted[k] ? 'few_votes' : 'confounded',
    }),
  )
  // One contestant apart pulls the ingredients of others along, so the farthest is set apart before others are judged.
  const apart: number[] = []
  let rests: (Measured | null)[] = Array.from({ length: m }, () => null)
  for (let last: DesignFit | null = fitted; last && apart.length < spare;) {
    const own = last
    const restOf = (i: number) =>
      apart.includes(i)
        ? estimate(own, unit(own.columns.length, design.length + apart.indexOf(i)))
        : beyond(own, i)
    rests = measure(
      Array.from(rests, (_, i) => restOf(i)),
      own,
      errors,
    )
    const others = rests.map((rest, i) => (rest?.shown && !apart.includes(i) ? clearance(rest) : 0))
    const farthest = others.indexOf(Math.max(...others))
    if (others[farthest] === 0) break
    apart.push(farthest)
    last = apart.length < spare ? fitDesign(points, [...design, ...apart.map((i) => unit(m, i))]) : null
  }
  return { effects, rests, spare, scatter }
}

/** |estimate| in half lengths of its interval. */
const clearance = ({ estimate: value, interval: [low, high] }: Measured) =>
  (2 * Math.abs(value)) / (high - low)

/** 1 at i, −1 at j, else 0. */
const unit = (n: number, i: number, j = -1) =>
  Float64Array.from({ length: n }, (_, at) => (at === i ? 1 : at === j ? -1 : 0))

/** A linear function of the score: what a vote for each contestant adds to it, and its value. */
interface Estimate {
  value: number
  reach: Float64Array
}

/** Strengths that are sums of columns. */
interface DesignFit {
  theta: Float64Array
  columns: readonly Float64Array[]
  coefficients: Float64Array
  /** The number of columns that differ. */
  rank: number
  /** The score of each contestant. */
  score: Float64Array
  /** H x, H being the information of strengths. */
  information(x: Float64Array): Float64Array
  /** X (XᵀHX)⁻ c. */
  reachOf(c: ArrayLike<number>): Float64Array
}

/** Fits by Newton's method. Null if no finite fit exists. */
function fitDesign(points: PairPoints, columns: readonly Float64Array[]): DesignFit | null {
  const { contestants: m, first, second, firstPoints, secondPoints } = points
  const size = columns.length
  const combined = (of: Float64Array) =>
    Float64Array.from({ length: m }, (_, i) => columns.reduce((sum, column, k) => sum + of[k] * column[i], 0))
  const coefficients = new Float64Array(size)
  const score = new Float64Array(m)
  const factor = new Float64Array(size * size)
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const theta = combined(coefficients)
    if (largest(theta) > FARTHEST) return null
    const chance = chances(points, theta)
    const held = chance.map((p, pair) => (firstPoints[pair] + secondPoints[pair]) * p * (1 - p))
    const information = (x: Float64Array) => {
      const out = new Float64Array(m)
      held.forEach((weight, pair) => {
        const flow = weight * (x[first[pair]] - x[second[pair]])
        out[first[pair]] += flow
        out[second[pair]] -= flow
      })
      return out
    }
    const products = columns.map(information)
    const level = products.reduce((sum, product, k) => sum + dot(product, columns[k]), 0)
    // columns may be sums of others; what the votes know does not depend on so small a ridge
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        factor[i * size + j] = dot(products[i], columns[j]) + (i === j ? RIDGE * level : 0)
    if (!(level > 0) || !factorise(factor, size)) return null
    const solved = (c: ArrayLike<number>) => {
      const x = Float64Array.from(c)
      solveFactored(factor, size, x, x)
      return x
    }
    gradientAt(points, chance, score)
    const slope = columns.map((column) => dot(column, score))
    const step = solved(slope)
    const reachOf = (c: ArrayLike<number>) => combined(solved(c))
    if (dot(step, Float64Array.from(slope)) < TOLERANCE) {
      const known = columns.map((_, k) => solved(products.map((product) => dot(product, columns[k])))[k])
      const rank = Math.round(known.reduce((sum, one) => sum + one, 0))
      return { theta, columns, coefficients, rank, score, information, reachOf }
    }
    const likelihoodOf = (there: Float64Array) => logLikelihood(points, combined(there))
    if (climb(likelihoodOf, coefficients, Float64Array.from(slope), step) === 0) return null
  }
  return null
}

/** cᵀγ, γ being the coefficients; null if the votes do not know it: if fitting columns does not give c back. */
function estimate(
  { columns, coefficients, information, reachOf }: DesignFit,
  c: Float64Array,
): Estimate | null {
  const reach = reachOf(c)
  const product = information(reach)
  return columns.every((column, k) => Math.abs(dot(column, product) - c[k]) < KNOWN)
    ? { value: dot(coefficients, c), reach }
    : null
}

/** What is left of the score of a contestant when columns are fitted: (I − X (XᵀHX)⁻ XᵀH) e_i, and how much information. */
function leftOf({ theta, columns, information, reachOf }: DesignFit, i: number) {
  const own = information(unit(theta.length, i))
  const said = reachOf(columns.map((column) => dot(column, own)))
  const reach = unit(theta.length, i).map((x, at) => x - said[at])
  return { reach, own: own[i], left: dot(reach, own) }
}

/** How far a contestant is from what the columns say, fitted on all others, by one step of Newton's. */
function beyond(fitted: DesignFit, i: number): Estimate | null {
  const { reach, own, left } = leftOf(fitted, i)
  return left > KNOWN * own ? { value: fitted.score[i] / left, reach: reach.map((x) => x / left) } : null
}

interface Errors {
  ballots: Ballots
  weight: Float64Array
  options: IngredientOptions
}

/** The errors of estimates: each is a further strength without votes, compared with one that is 0. */
function errorsOf(estimates: readonly Estimate[], { theta }: DesignFit, { ballots, weight }: Errors) {
  const m = ballots.contestants
  const n = m + estimates.length + 1
  const reach = new Float64Array(n * n)
  estimates.forEach((one, k) => reach.set(one.reach, (m + k) * n))
  const strengths = new Float64Array(n)
  strengths.set(theta)
  const all = contrastsOf({ ...ballots, contestants: n }, { theta: strengths, weight }, reach)
  return {
    of: estimates.map((_, k) => all.contrast(m + k, n - 1)),
    covariance: (i: number, j: number) => all.covariance[(m + i) * n + m + j],
  }
}

/**
 * Intervals that hold together; null for what is not known, or by too few votes.
 * @param around  the variance of contestants around their ingredients, and from how many it is known
 */
function measure(
  wanted: readonly (Estimate | null)[],
  fitted: DesignFit,
  errors: Errors,
  around = { variance: 0, spare: 1 },
): (Measured | null)[] {
  const { looks = 'one', seed } = errors.options
  const known = wanted.filter((one) => one !== null)
  const n = known.length
  const { of, covariance } = errorsOf(known, fitted, errors)
  const loads = known.map(({ reach }) => fitted.information(reach))
  const scattered = (i: number, j: number) => around.variance * dot(loads[i], loads[j])
  const joint = Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n]
    return covariance(i, j) + scattered(i, j)
  })
  const x = largestOf(joint, n, ALPHA, seed)
  let at = 0
  return wanted.map((one) => {
    if (one === null) return null
    const { variance, degrees, kish } = of[at]
    const more = scattered(at, at)
    at++
    if (kish < FEW_VOTES || !(variance > 0)) return null
    const all = variance + more
    // the scatter is known from few contestants, and least where it seems small
    const share = Math.sqrt(more / all)
    const mixed = 1 / ((1 - share) / degrees + share / (around.spare || 1))
    const half = studentQuantile(looks === 'one' ? x : watchedFactor(x, 1 / all), mixed) * Math.sqrt(all)
    const interval: [number, number] = [one.value - half, one.value + half]
    return saysNothing(interval) ? null : { estimate: one.value, interval, shown: Math.abs(one.value) > half }
  })
}

/**
 * The standard deviation of rests by moments: with S the scores that are left over, Σ S_i² / H_ii less what chance gives it, over
 * what a variance of 1 would add (as DerSimonian & Laird 1986 for studies).
 */
function scatterOf({ contestants: m }: PairPoints, fitted: DesignFit, errors: Errors): number {
  const left = Array.from({ length: m }, (_, i) => ({ ...leftOf(fitted, i), value: fitted.score[i] }))
  const { of } = errorsOf(left, fitted, errors)
  let [excess, gain] = [0, 0]
  left.forEach(({ value, reach, own }, i) => {
    const load = fitted.information(reach)
    excess += (value ** 2 - of[i].variance) / own
    gain += dot(load, load) / own
  })
  return gain > 0 ? Math.sqrt(Math.max(0, excess / gain)) : 0
}
