import { bootstrapRounds } from '../board/covariance.ts'
import type { PairPoints } from '../fit/points.ts'
import type { UnitCells } from '../fit/votes.ts'

export interface Rounds {
  rounds: number
  seed: number
}

/** d = θ* − θ̂ of every round: round r, contestant i at values[r · contestants + i]. */
export interface Deviations {
  rounds: number
  contestants: number
  values: Float64Array
}

/**
 * Deviations of the Bayesian bootstrap (`bootstrapRounds`), whose units have the same weights in every fit with the same seed.
 * @param theta  the maximum of the points
 */
export function bootstrap(
  points: PairPoints,
  theta: Float64Array,
  cells: UnitCells,
  rounds: Rounds,
): Deviations {
  const size = points.contestants
  const values = new Float64Array(rounds.rounds * size)
  bootstrapRounds(points, theta, cells, rounds, (refitted, round) => {
    for (let i = 0; i < size; i++) values[round * size + i] = refitted[i] - theta[i]
  })
  return { rounds: rounds.rounds, contestants: size, values }
}

/** s_ij: the standard deviation of d_i − d_j over the rounds. */
export function deviationOfDifference(
  { rounds, contestants, values }: Deviations,
  i: number,
  j: number,
): number {
  const difference = (round: number) => values[round * contestants + i] - values[round * contestants + j]
  let mean = 0
  for (let round = 0; round < rounds; round++) mean += difference(round) / rounds
  let squares = 0
  for (let round = 0; round < rounds; round++) squares += (difference(round) - mean) ** 2
  return Math.sqrt(squares / (rounds - 1))
}
