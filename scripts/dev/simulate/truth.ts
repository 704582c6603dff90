import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import type { PairPoints } from '../../../shared/stats/fit/points.ts'
import type { Cell } from './cell.ts'

const FARTHEST = 9
const STEP = 0.05

/**
 * The strengths that a board of this cell estimates, Σ = 0. For independent votes these are the given ones.
 * Otherwise they are what Bradley-Terry would fit to infinitely many units under the same schedule (the
 * projection).
 */
export function truthOf(cell: Cell): Float64Array {
  const { strengths, meetings } = cell
  const deviation = Math.SQRT2 * Math.hypot(cell.units?.spread ?? 0, cell.across?.spread ?? 0)
  if (deviation === 0 && cell.firstPosition === null) return centred(Float64Array.from(strengths))
  const known = new Map<number, number>()
  const score = (difference: number): number => {
    if (!known.has(difference))
      known.set(difference, expectedScore(difference, deviation, cell.firstPosition))
    return known.get(difference)!
  }
  const points: PairPoints = {
    contestants: strengths.length,
    first: Int32Array.from(meetings, ({ first }) => first),
    second: Int32Array.from(meetings, ({ second }) => second),
    firstPoints: Float64Array.from(
      meetings,
      ({ first, second, times }) => times * score(strengths[first] - strengths[second]),
    ),
    secondPoints: Float64Array.from(
      meetings,
      ({ first, second, times }) => times * (1 - score(strengths[first] - strengths[second])),
    ),
  }
  return fit(points).theta
}

/**
 * E σ(difference + deviation · Z), Z standard normal, by the trapezoidal rule, whose error vanishes faster than any
 * power of the step for such functions. With two calls in both orders, the mean over both preferences.
 */
export function expectedScore(difference: number, deviation: number, firstPosition: number | null): number {
  let sum = 0
  let weights = 0
  for (let step = -FARTHEST / STEP; step <= FARTHEST / STEP; step++) {
    const z = step * STEP
    const weight = Math.exp((-z * z) / 2)
    weights += weight
    sum += weight * score(difference + deviation * z, firstPosition)
  }
  return sum / weights
}

function score(difference: number, firstPosition: number | null): number {
  if (firstPosition === null) return sigmoid(difference)
  return (sigmoid(difference + firstPosition) + sigmoid(difference - firstPosition)) / 2
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}
