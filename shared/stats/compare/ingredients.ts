import { rateBoard, type RateBoardOptions } from '../board/rate-board.ts'
import type { StrengthEstimates } from '../board/estimates.ts'
import type { Votes } from '../fit/votes.ts'
import { normalQuantile, studentQuantile } from '../numbers/distributions.ts'
import { dot, factorise, solveFactored } from '../numbers/linear.ts'

const ALPHA = 0.05
/** What keeps columns that are sums of others solvable; smaller shares of a column are rounding. */
const RIDGE = 1e-10
const ROUNDING = 1e-6

/** How much better one thing is than another, in log odds. */
export interface MeasuredEffect {
  estimate: number
  interval: [number, number]
  /** Whether the interval is clear of 0. */
  shown: boolean
}

/** What one level of an ingredient adds, compared with another level, all else equal. */
interface Effect {
  factor: number
  level: number
  than: number
  /** With its 95 % interval. Null if it cannot be known: see `because`. */
  measured: MeasuredEffect | null
  /** 'confounded': the contestants cannot tell it from other ingredients. 'few_votes': no contestant with a level is rated. */
  because: 'confounded' | 'few_votes' | null
}

interface Ingredients {
  /** For each factor its levels compared, in the order given. */
  effects: Effect[]
  /** How much better each contestant is than its ingredients say; null if this cannot be known. The intervals hold together at 95 %. */
  rests: (MeasuredEffect | null)[]
  /** By how many rated contestants there are more than the ingredients need. Without one, nothing tests whether they explain. */
  spare: number
}

/**
 * Explains the strengths of a board by ingredients: β = (XᵀX)⁻¹ Xᵀ θ, a linear function of θ, so that its error is that of the
 * board (Springall 1973). Where contestants scatter around Xβ, the error of an effect has that scatter too: other contestants
 * with the same ingredients would differ as much. Null if the board has no ratings.
 *
 * @param factors  for each factor the level of each contestant, from 0; shape (M,) each
 */
export function fitIngredients(
  votes: Votes,
  factors: readonly Int32Array[],
  options: RateBoardOptions,
): Ingredients | null {
  const { rated, measured } = rateBoard(votes, options)
  if (!measured) return null
  const levels = factors.flatMap((levelByContestant, factor) =>
    Array.from({ length: Math.max(...levelByContestant) + 1 }, (_, level) => ({ factor, level })),
  )
  const columns = levels.map(({ factor, level }) =>
    Float64Array.from(rated, (contestant) => Number(factors[factor][contestant] === level)),
  )
  const design = projectOn(columns, rated.length)
  const spare = rated.length - design.rank
  const scatter = spare > 0 ? estimateScatter(measured, design, spare) : 0
  const effects = levels.flatMap(({ factor, level }, column) =>
    levels.flatMap(({ factor: alike, level: than }, to): Effect[] => {
      if (factor !== alike || column >= to) return []
      const isRated = [column, to].every((place) => columns[place].includes(1))
      const coefficients = isRated ? design.solveCoefficients(unitVector(columns.length, column, to)) : null
      const effect = coefficients && measureEffect(measured, coefficients, { scatter, spare })
      return [
        {
          factor,
          level,
          than,
          measured: effect,
          because: effect ? null : isRated ? 'confounded' : 'few_votes',
        },
      ]
    }),
  )
  const restByPlace = measureRests(measured, columns, spare)
  const rests = new Array<MeasuredEffect | null>(votes.contestants).fill(null)
  rated.forEach((contestant, place) => (rests[contestant] = restByPlace[place]))
  return { effects, rests, spare }
}

/** 1 at i, −1 at j, else 0; shape (size,). */
const unitVector = (size: number, i: number, j = -1) =>
  Float64Array.from({ length: size }, (_, k) => (k === i ? 1 : k === j ? -1 : 0))

/** A projection on columns X. */
interface Projection {
  /** The number of columns that differ. */
  rank: number
  /** X (XᵀX)⁻ c, what cᵀβ takes from each strength, shape (M,); null if the columns do not know it. */
  solveCoefficients(c: Float64Array): Float64Array | null
  /** Row i of I − X (XᵀX)⁻ Xᵀ, shape (M,). */
  residualRow(i: number): Float64Array
}

/** @param columns  shape (M,) each */
function projectOn(columns: readonly Float64Array[], contestants: number): Projection {
  const size = columns.length
  const factor = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++)
      factor[i * size + j] = dot(columns[i], columns[j]) + (i === j ? RIDGE * contestants : 0)
  factorise(factor, size)
  const combine = (c: Float64Array) => {
    const solved = new Float64Array(size)
    solveFactored(factor, size, c, solved)
    return Float64Array.from({ length: contestants }, (_, i) =>
      columns.reduce((sum, column, k) => sum + solved[k] * column[i], 0),
    )
  }
  const residualRow = (i: number) => {
    const fitted = combine(Float64Array.from(columns, (column) => column[i]))
    return unitVector(contestants, i).map((value, k) => value - fitted[k])
  }
  let rank = contestants
  for (let i = 0; i < contestants; i++) rank -= residualRow(i)[i]
  return {
    rank: Math.round(rank),
    solveCoefficients(c) {
      const coefficients = combine(c)
      const isKnown = columns.every((column, k) => Math.abs(dot(column, coefficients) - c[k]) < ROUNDING)
      return isKnown ? coefficients : null
    },
    residualRow,
  }
}

/** cᵀθ with its interval. The scatter is known from `spare` contestants, and least where it seems small. */
function measureEffect(
  { theta, contrast }: StrengthEstimates,
  coefficients: Float64Array,
  { scatter = 0, spare = 1, alpha = ALPHA } = {},
): MeasuredEffect {
  const { variance, degrees } = contrast(coefficients)
  const scatterVariance = scatter ** 2 * dot(coefficients, coefficients)
  const share = Math.sqrt(scatterVariance / (variance + scatterVariance))
  const mixed = 1 / ((1 - share) / degrees + share / Math.max(1, spare))
  const half = studentQuantile(normalQuantile(alpha / 2), mixed) * Math.sqrt(variance + scatterVariance)
  const estimate = dot(coefficients, theta)
  return { estimate, interval: [estimate - half, estimate + half], shown: Math.abs(estimate) > half }
}

/** By moments: the squares of what is left over, less what chance gives them. */
function estimateScatter(
  { theta, contrast }: StrengthEstimates,
  { residualRow }: Projection,
  spare: number,
): number {
  let excess = 0
  for (let i = 0; i < theta.length; i++) {
    const left = residualRow(i)
    excess += dot(left, theta) ** 2 - contrast(left).variance
  }
  return Math.sqrt(Math.max(0, excess / spare))
}

/**
 * How far each contestant is from what the others say of its ingredients. One contestant apart pulls the ingredients of others
 * along, so the farthest gets a column of its own before others are judged. Shape (M,).
 */
function measureRests(
  measured: StrengthEstimates,
  columns: readonly Float64Array[],
  spare: number,
): (MeasuredEffect | null)[] {
  const size = measured.theta.length
  const apart: number[] = []
  for (;;) {
    const { solveCoefficients, residualRow } = projectOn(
      [...columns, ...apart.map((i) => unitVector(size, i))],
      size,
    )
    const rests = Array.from(measured.theta, (_, i) => {
      if (apart.includes(i)) {
        const coefficients = solveCoefficients(
          unitVector(columns.length + apart.length, columns.length + apart.indexOf(i)),
        )
        return coefficients && measureEffect(measured, coefficients, { alpha: ALPHA / size })
      }
      const left = residualRow(i)
      if (left[i] < ROUNDING) return null
      const beyond = left.map((value) => value / left[i])
      return measureEffect(measured, beyond, { alpha: ALPHA / size })
    })
    const clear = rests.map((effect, i) => (effect?.shown && !apart.includes(i) ? clearance(effect) : 0))
    const farthest = clear.indexOf(Math.max(...clear))
    if (clear[farthest] === 0 || apart.length + 1 >= spare) return rests
    apart.push(farthest)
  }
}

/** |estimate| in half lengths of its interval. */
const clearance = ({ estimate, interval: [low, high] }: MeasuredEffect) =>
  (2 * Math.abs(estimate)) / (high - low)
