import { correctionOf } from './comparison.ts'
import type { Evidence } from '../fit/evidence.ts'
import { isInformative, modelVariance, type Information } from '../fit/information.ts'
import type { Deviations } from './bootstrap.ts'

/** With this many units on each contestant, or with fewer contestants than this, no variance borrows from others. */
const ENOUGH_UNITS = 30
const FEWEST_CONTESTANTS = 5
/**
 * The limits of borrowing for n votes: 2 (n − 1) degrees of freedom, and a floor of the model's variance times
 * 15/n. So a single vote borrows nothing, and no number of votes makes an interval jump. Chosen by `npm run
 * simulate -- field --worlds "few votes"`: equals at 30 votes each on 5, 10 and 25 prompts, and newcomers with 1 to
 * 36 votes, were false on at most 3 % of boards; n − 1 and 30/n were as safe and declared half as much.
 */
const LENT_BY_VOTE = 2
const FLOOR_VOTES = 15

/** The basis of comparison intervals on few units. */
export interface ModeratedErrors {
  standardErrors: Float64Array
  /** The number of units with these degrees of freedom: one more. */
  units: Float64Array
  /** Rounds scaled to these errors. */
  stretched: (deviations: Deviations) => Deviations
}

/**
 * The moderated errors of a board on few units. Null if there are enough units, or too few contestants to learn
 * from. The expected variance of each is the model's, increased by the correlation of votes. A contestant without a
 * spread of its own (one unit) neither lends nor borrows.
 * @param raw  errors of the rounds, before any floor
 * @param standardErrors  errors of contestants without a spread
 */
export function moderatedErrors(
  fisher: Information,
  raw: Float64Array,
  standardErrors: Float64Array,
  { votes, units, effective, unbiased, design }: Omit<Evidence, 'kinds'>,
): ModeratedErrors | null {
  const size = raw.length
  if (units === votes) return null
  const members = Array.from({ length: size }, (_, i) => i).filter((i) => isInformative(fisher, raw[i], i))
  if (members.length < FEWEST_CONTESTANTS || members.every((i) => effective[i] >= ENOUGH_UNITS)) return null
  const correction = members.map((i) => correctionOf(unbiased[i]))
  const variances = members.map((i) => modelVariance(fisher, size, i))
  const ownFreedom = members.map((i) => Math.max(2, effective[i]) - 1)
  const { standardErrors: pooled, freedom } = moderated(
    members.map((i, member) => raw[i] * correction[member]),
    members.map((i, member) => variances[member] * design[i]),
    ownFreedom,
  )
  const errors = standardErrors.slice()
  const knownBy = Float64Array.from(effective)
  const stretch = new Float64Array(size).fill(1)
  members.forEach((i, member) => {
    const floor = Math.sqrt(variances[member] * Math.min(1, FLOOR_VOTES / votes[i]))
    errors[i] = Math.max(pooled[member] / correction[member], floor)
    knownBy[i] = 1 + Math.min(freedom[member], Math.max(ownFreedom[member], LENT_BY_VOTE * (votes[i] - 1)))
    stretch[i] = errors[i] / raw[i]
  })
  return {
    standardErrors: errors,
    units: knownBy,
    stretched: ({ rounds, contestants, values }) => ({
      rounds,
      contestants,
      values: values.map((value, place) => value * stretch[place % contestants]),
    }),
  }
}

/** Standard errors that borrow from each other, and the degrees of freedom of each. */
export interface Moderated {
  standardErrors: Float64Array
  freedom: Float64Array
  /** d₀, the degrees of freedom of the common variance. Infinity if the variances differ by no more than chance. */
  prior: number
}

/**
 * Moderated variances (Smyth 2004, "Linear models and empirical Bayes methods", section 6): with few units each
 * single variance is known badly, but all together are known well. Let expected_i be each variance under one common
 * rule. Under the rule ln (s²/expected) has a known variance; any excess variance gives d₀ by moments. Then s̃² = (d₀
 * s₀² expected + d s²)/(d₀ + d), with d₀ + d degrees of freedom, but at most those of all together. s₀² is the mean of
 * s²/expected by degrees of freedom. Smyth takes it from the mean logarithm, which is too high by up to a third if d
 * is too low: votes are bounded, so variances of few units scatter less than χ²_d.
 * @param s  standard errors without their small-sample bias
 * @param freedom  d of each
 */
export function moderated(
  s: ArrayLike<number>,
  expected: ArrayLike<number>,
  freedom: ArrayLike<number>,
): Moderated {
  const size = s.length
  const all = Array.from({ length: size }, (_, i) => i)
  const levels = all.map((i) => {
    const d = freedom[i]
    return Math.log((s[i] * s[i]) / expected[i]) - digamma(d / 2) + Math.log(d / 2)
  })
  const finite = all.filter((i) => Number.isFinite(levels[i]))
  const weight = finite.map((i) => 1 / trigamma(freedom[i] / 2))
  const total = weight.reduce((sum, own) => sum + own, 0)
  const mean = finite.reduce((sum, i, at) => sum + weight[at] * levels[i], 0) / total
  const excess =
    finite.reduce((sum, i, at) => sum + weight[at] * ((levels[i] - mean) ** 2 * (size / (size - 1))), 0) /
      total -
    finite.length / total
  const prior = excess > 0 ? 2 * inverseTrigamma(excess) : Infinity
  const sum = all.reduce((total, i) => total + freedom[i], 0)
  const common = all.reduce((total, i) => total + freedom[i] * ((s[i] * s[i]) / expected[i]), 0) / sum
  const ownVariance = (i: number) => {
    if (prior === Infinity) return common * expected[i]
    return (prior * common * expected[i] + freedom[i] * s[i] * s[i]) / (prior + freedom[i])
  }
  const together = (sum * (size - 1)) / size
  return {
    standardErrors: Float64Array.from(all, (i) => Math.sqrt(ownVariance(i))),
    freedom: Float64Array.from(all, (i) => Math.min(prior + freedom[i], Math.max(together, freedom[i]))),
    prior,
  }
}

/** ψ(x), x > 0: recurrence up to 6, then the asymptotic series (DLMF 5.11.2). */
export function digamma(x: number): number {
  let shift = 0
  for (; x < 6; x++) shift -= 1 / x
  const square = 1 / (x * x)
  return (
    shift +
    Math.log(x) -
    1 / (2 * x) -
    square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
  )
}

/** ψ′(x), x > 0, the same way (DLMF 5.15.8). */
export function trigamma(x: number): number {
  let shift = 0
  for (; x < 6; x++) shift += 1 / (x * x)
  const square = 1 / (x * x)
  return (
    shift + 1 / x + square / 2 + (square / x) * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square / 30)))
  )
}

/** The x with ψ′(x) = value > 0, by Newton's method on 1/ψ′ (Smyth 2004, appendix), which is nearly linear. */
export function inverseTrigamma(value: number): number {
  let x = 0.5 + 1 / value
  for (let step = 0; step < 50; step++) {
    const current = trigamma(x)
    // ψ″ by a central difference of ψ′
    const width = 1e-4 * x
    const slope = (trigamma(x + width) - trigamma(x - width)) / (2 * width)
    const change = (current * (1 - current / value)) / slope
    x += change
    if (!(Math.abs(change) > 1e-10 * x)) break
  }
  return x
}
