/** What is known of strengths: covariances by the Bayesian bootstrap over units, or their limit for endless rounds. */
import { emptyLike, refitter } from '../fit/bradley-terry.ts'
import { information } from '../fit/information.ts'
import { RandomStream } from '../numbers/random.ts'
import type { Strengths } from './strengths.ts'
import type { PairedVotes, UnitCells } from '../fit/votes.ts'

/** A question about strengths, cᵀθ with Σ c = 0. */
export interface Contrast {
  /** c, shape (M,). */
  coefficients: Float64Array
  /** H⁻¹ c, shape (M,): by how much a vote for a contestant moves the answer. */
  influence: Float64Array
}

/** cᵀ Ω c of a covariance Ω. */
export type VarianceFunction = (contrast: Contrast) => number

/** Σ over pairs of `value` (h_first − h_second)², h the influence: the variance that single votes, or the model, give. */
export function pairVariance(first: Int32Array, second: Int32Array, value: Float64Array): VarianceFunction {
  return ({ influence }) => {
    let sum = 0
    for (let pair = 0; pair < first.length; pair++) {
      const reach = influence[first[pair]] - influence[second[pair]]
      sum += value[pair] * reach * reach
    }
    return sum
  }
}

/** How much the units say of each contestant: entries start[i] … start[i + 1] − 1 are those of contestant i. */
export interface UnitScores {
  units: number
  start: Int32Array
  /** Shape (entries,): the unit, its Σ w (y − p), and its Σ w, over the contestant's votes. */
  unit: Int32Array
  score: Float64Array
  weight: Float64Array
}

export function scoreUnits(
  { contestants, first, second }: PairedVotes,
  chance: Float64Array,
  cells: UnitCells,
): UnitScores {
  const units = cells.start.length - 1
  const lastUnit = new Int32Array(contestants).fill(-1)
  const start = new Int32Array(contestants + 1)
  forEachSide((unit, contestant) => {
    if (lastUnit[contestant] !== unit) start[contestant + 1]++
    lastUnit[contestant] = unit
  })
  for (let i = 0; i < contestants; i++) start[i + 1] += start[i]
  const entries = start[contestants]
  const scores = {
    units,
    start,
    unit: new Int32Array(entries).fill(-1),
    score: new Float64Array(entries),
    weight: new Float64Array(entries),
  }
  const entry = start.slice(0, contestants).map((from) => from - 1)
  lastUnit.fill(-1)
  forEachSide((unit, contestant, cell, sign) => {
    if (lastUnit[contestant] !== unit) scores.unit[++entry[contestant]] = lastUnit[contestant] = unit
    const weight = cells.firstPoints[cell] + cells.secondPoints[cell]
    scores.score[entry[contestant]] += sign * (cells.firstPoints[cell] - weight * chance[cells.pair[cell]])
    scores.weight[entry[contestant]] += weight
  })
  return scores

  function forEachSide(visit: (unit: number, contestant: number, cell: number, sign: number) => void): void {
    for (let unit = 0; unit < units; unit++)
      for (let cell = cells.start[unit]; cell < cells.start[unit + 1]; cell++) {
        visit(unit, first[cells.pair[cell]], cell, 1)
        visit(unit, second[cells.pair[cell]], cell, -1)
      }
  }
}

/** Σ_u (Σ_i h_i S_ui)²: what endless rounds of the bootstrap over these units tend to (the infinitesimal jackknife). */
export function unitVariance({ units, start, unit, score }: UnitScores): VarianceFunction {
  const pull = new Float64Array(units)
  return ({ influence }) => {
    pull.fill(0)
    for (let i = 0; i < influence.length; i++) {
      const h = influence[i]
      for (let entry = start[i]; entry < start[i + 1]; entry++) pull[unit[entry]] += h * score[entry]
    }
    let sum = 0
    for (let u = 0; u < units; u++) sum += pull[u] * pull[u]
    return sum
  }
}

export interface Rounds {
  rounds: number
  seed: number
  /** Called after each round. */
  onRound?: (() => void) | undefined
}

/** What rounds start from. */
type FittedStrengths = Pick<Strengths, 'theta' | 'points' | 'fitted'>

/**
 * The rounds of the Bayesian bootstrap (Rubin 1981): in each, every unit gets an Exp(1) weight, and all is fitted again. A round
 * depends on the seed and its number alone, and gives unit u the same weight whatever is fitted. A prior stays as it is: its ties
 * are no votes of a unit.
 *
 * @param visit  gets the strengths of each round, shape (M,)
 */
function bootstrapRounds(
  { theta, points, fitted }: FittedStrengths,
  cells: UnitCells,
  { rounds, seed, onRound }: Rounds,
  visit: (theta: Float64Array, round: number) => void,
): void {
  const size = theta.length
  const votedPairs = points.contestants > size ? points.first.length - size : points.first.length
  const refit = refitter(points, fitted, information(points, fitted))
  const drawn = emptyLike(points)
  const units = cells.start.length - 1
  for (let round = 0; round < rounds; round++) {
    const stream = new RandomStream(seed, round)
    for (const side of ['firstPoints', 'secondPoints'] as const) {
      drawn[side].set(points[side])
      drawn[side].fill(0, 0, votedPairs)
    }
    for (let unit = 0; unit < units; unit++) {
      const weight = stream.exponential()
      for (let cell = cells.start[unit]; cell < cells.start[unit + 1]; cell++) {
        drawn.firstPoints[cells.pair[cell]] += weight * cells.firstPoints[cell]
        drawn.secondPoints[cells.pair[cell]] += weight * cells.secondPoints[cell]
      }
    }
    visit(refit(drawn).theta, round)
    onRound?.()
  }
}

/** d = θ* − θ̂ of every round: round r, contestant i at values[r · contestants + i]. */
export interface Deviations {
  rounds: number
  contestants: number
  values: Float64Array
}

/** The deviations of strengths from their mean, in rounds whose units have the same weights on every board with the same seed. */
export function bootstrapDeviations(
  strengths: FittedStrengths,
  cells: UnitCells,
  rounds: Rounds,
): Deviations {
  const size = strengths.theta.length
  const values = new Float64Array(rounds.rounds * size)
  bootstrapRounds(strengths, cells, rounds, (refitted, round) => {
    let mean = 0
    for (let i = 0; i < size; i++) mean += (refitted[i] - strengths.fitted[i]) / size
    for (let i = 0; i < size; i++) values[round * size + i] = refitted[i] - strengths.fitted[i] - mean
  })
  return { rounds: rounds.rounds, contestants: size, values }
}

/** The covariance over the rounds of the bootstrap. */
export function bootstrapVariance(
  strengths: FittedStrengths,
  cells: UnitCells,
  options: Rounds,
): VarianceFunction {
  const { fitted } = strengths
  const size = strengths.theta.length
  const change = new Float64Array(size)
  const sum = new Float64Array(size)
  const products = new Float64Array(size * size)
  const addRound = (refitted: Float64Array) => {
    for (let i = 0; i < size; i++) change[i] = refitted[i] - fitted[i] - (refitted[0] - fitted[0])
    for (let i = 0; i < size; i++) {
      sum[i] += change[i]
      for (let j = 0; j <= i; j++) products[i * size + j] += change[i] * change[j]
    }
  }
  bootstrapRounds(strengths, cells, options, addRound)
  const { rounds } = options
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      const covariance = products[i * size + j] / rounds - (sum[i] / rounds) * (sum[j] / rounds)
      products[i * size + j] = products[j * size + i] = covariance
    }
  return ({ coefficients }) => {
    let variance = 0
    for (let i = 0; i < size; i++) {
      if (coefficients[i] === 0) continue
      let row = 0
      for (let j = 0; j < size; j++) row += products[i * size + j] * coefficients[j]
      variance += coefficients[i] * row
    }
    return variance
  }
}
