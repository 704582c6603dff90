import type { Information } from './information.ts'
import { sigmoid } from './likelihood.ts'
import type { Selection } from './points.ts'
import type { Tally } from './tally.ts'
import { pointsByUnit } from './unit-cells.ts'

/** Covariance of the strengths of a fit, row by row: values[i · contestants + j]. */
export interface Covariance {
  contestants: number
  values: Float64Array
}

/**
 * The sandwich covariance H⁺ (Σ_u g_u g_uᵀ) H⁺ of Bradley-Terry strengths, g_u the sum of the scores y − p of a unit's
 * votes (Huber 1967; for clusters Liang & Zeger 1986): right also where votes of one unit hang together, or where a
 * tie is less noisy than a coin. Units are those of the tally, or single votes where it has none. To first order it
 * is what the bootstrap estimates; from few units it is too small (`inflation` makes that good).
 * Costs O(units · M²) from units, O(pairs · M²) from votes; `at` is the information at `theta`.
 */
export function sandwich(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  at: Information,
): Covariance {
  const m = theta.length
  const values = new Float64Array(m * m)
  const score = new Float64Array(m)
  const influence = new Float64Array(m)
  const add = (times: number) => {
    at.solve(score, influence)
    for (let i = 0; i < m; i++)
      for (let j = 0; j < m; j++) values[i * m + j] += times * influence[i] * influence[j]
    score.fill(0)
  }
  if (tally.units) addUnits(tally.units, selection, theta, score, add)
  else addVotes(tally, selection, theta, score, add)
  return { contestants: m, values }
}

function addUnits(
  units: NonNullable<Tally['units']>,
  { points, pairOf }: Selection,
  theta: Float64Array,
  score: Float64Array,
  add: (times: number) => void,
): void {
  const { start, pair, firstPoints, secondPoints } = pointsByUnit(units, pairOf)
  for (let unit = 0; unit + 1 < start.length; unit++) {
    if (start[unit] === start[unit + 1]) continue
    for (let cell = start[unit]; cell < start[unit + 1]; cell++) {
      const [i, j] = [points.first[pair[cell]], points.second[pair[cell]]]
      const p = sigmoid(theta[i] - theta[j])
      const excess = firstPoints[cell] * (1 - p) - secondPoints[cell] * p
      score[i] += excess
      score[j] -= excess
    }
    add(1)
  }
}

/** The votes of a pair have one influence but for its size, so each pair is solved for once. */
function addVotes(
  tally: Tally,
  { points, pairOf }: Selection,
  theta: Float64Array,
  score: Float64Array,
  add: (times: number) => void,
): void {
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const [i, j] = [points.first[chosen], points.second[chosen]]
    const p = sigmoid(theta[i] - theta[j])
    score[i] = 1
    score[j] = -1
    add(
      tally.firstWins[pair] * (1 - p) ** 2 +
        tally.secondWins[pair] * p ** 2 +
        tally.ties[pair] * (0.5 - p) ** 2,
    )
  })
}

/** Standard error of θ_i, or of θ_i − θ_j where j is given. */
export function covarianceError({ contestants, values }: Covariance, i: number, j?: number): number {
  const own = values[i * contestants + i]
  if (j === undefined) return Math.sqrt(own)
  return Math.sqrt(Math.max(0, own + values[j * contestants + j] - 2 * values[i * contestants + j]))
}
