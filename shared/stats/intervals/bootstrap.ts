import { information, invert, product } from '../fit/information.ts'
import { emptyLike, refitter } from '../fit/bradley-terry.ts'
import type { Selection } from '../fit/points.ts'
import { drawGammas, gammaCells, RandomStream } from '../numbers/random.ts'
import type { Tally } from '../fit/tally.ts'

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
 * The Bayesian bootstrap (Rubin 1981): in each round every unit of the tally gets an independent Exp(1) weight, without units every
 * vote, and the selection is fitted again. A unit has the same weight in every fit of a round, selected or not. Round r draws from
 * the stream (seed, r). Costs O(rounds · cells).
 * @param theta  the maximum of the selection's points
 */
export function bootstrap(
  tally: Tally,
  { points, pairOf }: Selection,
  theta: Float64Array,
  { rounds, seed }: Rounds,
): Deviations {
  const size = points.contestants
  const fisher = information(points, theta)
  const refit = refitter(points, theta, product(invert(fisher, size), size))
  const drawn = emptyLike(points)
  const sums = new Float64Array(3 * tally.first.length)
  const draw = tally.units ? drawnByUnit(tally.units, sums) : drawnByVote(tally, sums)
  const values = new Float64Array(rounds * size)
  for (let round = 0; round < rounds; round++) {
    draw(new RandomStream(seed, round))
    pairOf.forEach((chosen, pair) => {
      if (chosen < 0) return
      const halves = sums[3 * pair + 2] / 2
      drawn.firstPoints[chosen] = sums[3 * pair] + halves
      drawn.secondPoints[chosen] = sums[3 * pair + 1] + halves
    })
    const refitted = refit(drawn).theta
    for (let i = 0; i < size; i++) values[round * size + i] = refitted[i] - theta[i]
  }
  return { rounds, contestants: size, values }
}

/** Fills in the weight of each outcome of each pair. */
type Draw = (stream: RandomStream) => void

function drawnByUnit({ units, start, unit, count }: NonNullable<Tally['units']>, sums: Float64Array): Draw {
  const weights = new Float64Array(units)
  return (stream) => {
    for (let own = 0; own < units; own++) weights[own] = stream.exponential()
    for (let cell = 0; cell < sums.length; cell++) {
      sums[cell] = 0
      for (let at = start[cell]; at < start[cell + 1]; at++) sums[cell] += count[at] * weights[unit[at]]
    }
  }
}

/** The weights of equal votes sum to one Gamma(count). */
function drawnByVote({ firstWins, secondWins, ties }: Tally, sums: Float64Array): Draw {
  const counts = new Float64Array(sums.length)
  ties.forEach((_, pair) => counts.set([firstWins[pair], secondWins[pair], ties[pair]], 3 * pair))
  const cells = gammaCells(counts)
  return (stream) => drawGammas(stream, cells, sums)
}

/** s_ij: the standard deviation of d_i − d_j over the rounds. */
export function deviationOfDifference(
  { rounds, contestants, values }: Deviations,
  i: number,
  j: number,
): number {
  const at = (round: number) => values[round * contestants + i] - values[round * contestants + j]
  let mean = 0
  for (let round = 0; round < rounds; round++) mean += at(round) / rounds
  let squares = 0
  for (let round = 0; round < rounds; round++) squares += (at(round) - mean) ** 2
  return Math.sqrt(squares / (rounds - 1))
}
