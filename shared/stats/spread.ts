import { bootstrap } from './bootstrap.ts'
import type { Deviations, Rounds } from './rounds.ts'
import { factorise } from './cholesky.ts'
import { isInformative } from './information.ts'
import type { Information } from './information.ts'
import type { PairPoints, Selection } from './points.ts'
import { poweredSandwich } from './power-influences.ts'
import type { Power } from './power.ts'
import { RandomStream } from './random.ts'
import type { Resample } from './resampling.ts'
import { covarianceError, sandwich } from './sandwich.ts'
import type { Covariance } from './sandwich.ts'
import { deviationOfDifference, deviationsOf } from './scales.ts'
import type { Tally } from './tally.ts'

/** How far the strengths of a fit may be off by chance. Intervals are made only from this. */
export interface Spread {
  /** s_i of every contestant of the fit. */
  standardErrors: Float64Array
  /** s_ij. */
  ofDifference: (i: number, j: number) => number
  /** Joint draws of d for all contestants, one for each round. */
  deviations: () => Deviations
}

/** Estimates the spread of a fit, from the information at its strengths. */
export type SpreadAt = (at: Information) => Spread

/** The spread from refitted rounds, with which boards are published. */
export function bootstrapSpread(
  points: PairPoints,
  theta: Float64Array,
  resample: Resample,
  rounds: Rounds,
): SpreadAt {
  return (at) => {
    const deviations = bootstrap(points, theta, at, resample, rounds)
    return {
      standardErrors: deviationsOf(deviations),
      ofDifference: (i, j) => deviationOfDifference(deviations, i, j),
      deviations: () => deviations,
    }
  }
}

/**
 * The spread without refits, for previews: s_i and s_ij from the sandwich covariance V, and seeded draws of d from
 * N(0, V), as many as there would be rounds. Draw r uses the stream (seed, r). To first order this equals the
 * bootstrap; it ignores the skewness of few votes. Costs O(units · M² + M³ + rounds · M²).
 */
export function sandwichSpread(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  rounds: Rounds,
  power: Power | null = null,
): SpreadAt {
  return (at) => {
    const covariance = power
      ? poweredSandwich(tally, selection, theta, at, power)
      : sandwich(tally, selection, theta, at)
    let drawn: Deviations | null = null
    return {
      standardErrors: Float64Array.from(theta, (_, i) => covarianceError(covariance, i)),
      ofDifference: (i, j) => covarianceError(covariance, i, j),
      deviations: () => (drawn ??= normalDraws(covariance, rounds)),
    }
  }
}

/**
 * The spread of votes with two kinds of units that cross each other (Cameron, Gelbach & Miller 2011): for every
 * contestant and difference V_first + V_second − V_vote, so that what both kinds count is subtracted once, and
 * never below the larger of the two. Draws are those of the first kind, or of the second if the first is a single
 * unit, scaled to these errors.
 */
export function twoWaySpread(first: SpreadAt, second: SpreadAt, vote: SpreadAt): SpreadAt {
  return (fisher) => {
    const [firstSpread, secondSpread, single] = [first(fisher), second(fisher), vote(fisher)]
    const standardErrors = firstSpread.standardErrors.map((own, i) =>
      twoWayError(own, secondSpread.standardErrors[i], single.standardErrors[i]),
    )
    const source = firstSpread.standardErrors.some((s, i) => isInformative(fisher, s, i))
      ? firstSpread
      : secondSpread
    let stretched: Deviations | null = null
    return {
      standardErrors,
      ofDifference: (i, j) =>
        twoWayError(
          firstSpread.ofDifference(i, j),
          secondSpread.ofDifference(i, j),
          single.ofDifference(i, j),
        ),
      deviations: () =>
        (stretched ??= stretch(
          source.deviations(),
          source.standardErrors.map((s, i) => (isInformative(fisher, s, i) ? standardErrors[i] / s : 1)),
        )),
    }
  }
}

/** √(a² + b² − c²) of standard errors by two kinds of units and by vote, and never below a or b. */
export function twoWayError(a: number, b: number, c: number): number {
  return Math.sqrt(Math.max(a * a, b * b, a * a + b * b - c * c))
}

function stretch({ rounds, contestants, values }: Deviations, by: Float64Array): Deviations {
  return { rounds, contestants, values: values.map((value, at) => value * by[at % contestants]) }
}

/** Draws of N(0, V), one for each round. */
function normalDraws(
  { contestants: m, values: covariance }: Covariance,
  { rounds, seed, onProgress }: Rounds,
) {
  const factor = rootOf(covariance, m)
  const values = new Float64Array(rounds * m)
  const z = new Float64Array(m)
  for (let round = 0; round < rounds; round++) {
    const stream = new RandomStream(seed, round)
    for (let i = 0; i < m; i++)
      z[i] = Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
    for (let i = 0; i < m; i++) {
      let sum = 0
      for (let j = 0; j <= i; j++) sum += factor[i * m + j] * z[j]
      values[round * m + i] = sum
    }
  }
  onProgress(1)
  return { rounds, contestants: m, values }
}

/** L with L Lᵀ = V, except for a ridge far below printed precision: V has no inverse, since strengths sum to zero. */
function rootOf(covariance: Float64Array, m: number): Float64Array {
  let level = 0
  for (let i = 0; i < m; i++) level = Math.max(level, covariance[i * m + i])
  if (level === 0) return new Float64Array(m * m)
  for (let ridge = 1e-10; ; ridge *= 10) {
    const matrix = covariance.slice()
    for (let i = 0; i < m; i++) matrix[i * m + i] += ridge * level
    if (factorise(matrix, m)) return matrix
  }
}
