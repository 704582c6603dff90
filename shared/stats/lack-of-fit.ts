import { gammaCells, drawGammas } from './gamma.ts'
import { information } from './information.ts'
import type { Information } from './information.ts'
import { sigmoid } from './likelihood.ts'
import type { PairPoints, Selection } from './points.ts'
import { RandomStream } from './random.ts'
import type { Tally } from './tally.ts'

/**
 * (Γ(20) − 20) / √20 is the multiplier of a unit in a round. It is nearly normal, and the engine's own sampler
 * draws it.
 */
const SHAPE = 20

/** The number of rounds, and the seed. */
export interface FitRounds {
  rounds: number
  seed: number
  /**
   * Stops as soon as this many rounds have reached the χ² of the votes (Besag & Clifford 1991), since p is then not
   * small.
   */
  enough?: number
}

/** How far a fit is from the pairs of votes it was fitted to. */
export interface LackOfFit {
  /** 2 Σ W ln(W / n p): twice the gain in log likelihood of the saturated model. */
  deviance: number
  /** Σ (W − n p)² / (n p (1 − p)). */
  chiSquare: number
  /** The number of pairs minus the number of free strengths. */
  degreesOfFreedom: number
  /** The probability of a χ² this large if the model holds, for any correlation within units. Null without a round. */
  p: number | null
}

/**
 * Lack of fit of Bradley-Terry against the saturated table of pairs: deviance and Pearson's χ². Their χ²
 * distribution would require independent votes without ties, so p comes from multiplier rounds (Liu 1988,
 * "Bootstrap procedures under some non-i.i.d. models"). A round multiplies the residuals of all of a unit's votes
 * by one random number of mean 0 and variance 1, removes what a refit would absorb, and computes χ² again. p = (1 +
 * #{χ²* ≥ χ²}) / (rounds + 1), or the share of rounds so far if `enough` stops it. Assumes independent units. Needs
 * many units (with fewer than 10 it detects little), and pairs on several of them: if each pair met once, nothing
 * can be detected and p is large. Costs one reading of the cells and one solution for each round. Without degrees
 * of freedom (as many strengths as pairs) p is 1.
 */
export function lackOfFit(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  fisher: Information,
  { rounds, seed, enough = Infinity }: FitRounds,
): LackOfFit {
  const { points } = selection
  const { first, second, firstPoints, secondPoints } = points
  const pairs = first.length
  const chance = Float64Array.from(first, (i, pair) => sigmoid(theta[i] - theta[second[pair]]))
  const weight = chance.map((p, pair) => (firstPoints[pair] + secondPoints[pair]) * p * (1 - p))
  const residual = chance.map((p, pair) => firstPoints[pair] * (1 - p) - secondPoints[pair] * p)
  const chiSquareOf = (values: Float64Array) => {
    let sum = 0
    for (let pair = 0; pair < pairs; pair++) sum += (values[pair] * values[pair]) / weight[pair]
    return sum
  }
  const chiSquare = chiSquareOf(residual)
  const degreesOfFreedom = pairs - Math.max(0, theta.length - 1)
  const statistics = { deviance: devianceOf(points, chance), chiSquare, degreesOfFreedom }
  if (rounds < 1) return { ...statistics, p: null }
  if (degreesOfFreedom === 0) return { ...statistics, p: 1 }
  const draw = tally.units ? unitNoise(tally, selection, chance) : voteNoise(tally, selection, chance)
  const noise = new Float64Array(pairs)
  const slope = new Float64Array(theta.length)
  const moved = new Float64Array(theta.length)
  let reached = 0
  for (let round = 0; round < rounds; round++) {
    draw(new RandomStream(seed, round), noise)
    slope.fill(0)
    for (let pair = 0; pair < pairs; pair++) {
      slope[first[pair]] += noise[pair]
      slope[second[pair]] -= noise[pair]
    }
    fisher.solve(slope, moved)
    for (let pair = 0; pair < pairs; pair++)
      noise[pair] -= weight[pair] * (moved[first[pair]] - moved[second[pair]])
    if (chiSquareOf(noise) < chiSquare) continue
    if (++reached === enough) return { ...statistics, p: reached / (round + 1) }
  }
  return { ...statistics, p: (1 + reached) / (rounds + 1) }
}

/** A board is checked quickly only up to this many numbers in a round, and this many contestants. */
const MOST_CELLS = 200_000
const MOST_CONTESTANTS = 300

/**
 * A quick `lackOfFit` for the board's warning: at most 99 rounds, usually six if the model fits. Returns p, which
 * is at least 0.01. Null for boards so large that it would take more than a few hundredths of a second.
 */
export function quickLackOfFit(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  seed: number,
): number | null {
  const cells = tally.units ? tally.units.count.length : tally.first.length
  if (theta.length < 2 || theta.length > MOST_CONTESTANTS || cells > MOST_CELLS) return null
  const at = information(selection.points, theta)
  return lackOfFit(tally, selection, theta, at, { rounds: 99, seed, enough: 3 }).p
}

function devianceOf({ firstPoints, secondPoints }: PairPoints, chance: Float64Array): number {
  const gain = (won: number, expected: number) => (won > 0 ? won * Math.log(won / expected) : 0)
  return chance.reduce((sum, p, pair) => {
    const met = firstPoints[pair] + secondPoints[pair]
    return sum + 2 * (gain(firstPoints[pair], met * p) + gain(secondPoints[pair], met * (1 - p)))
  }, 0)
}

/** Fills the residuals of the pairs after multiplying units at random. */
type Noise = (stream: RandomStream, out: Float64Array) => void

function multipliers(count: number): (stream: RandomStream) => Float64Array {
  const cells = gammaCells(new Float64Array(count).fill(SHAPE))
  const drawn = new Float64Array(count)
  return (stream) => {
    drawGammas(stream, cells, drawn)
    for (let i = 0; i < count; i++) drawn[i] = (drawn[i] - SHAPE) / Math.sqrt(SHAPE)
    return drawn
  }
}

/** The score of `first` minus its expected score, for each outcome: it won, it lost, a tie. */
const excesses = (p: number) => [1 - p, -p, 0.5 - p]

function unitNoise({ units }: Tally, { pairOf }: Selection, chance: Float64Array): Noise {
  const { units: size, start, unit, count } = units!
  const draw = multipliers(size)
  return (stream, out) => {
    const factors = draw(stream)
    const weightOf = (from: number, to: number) => {
      let weight = 0
      for (let cell = from; cell < to; cell++) weight += factors[unit[cell]] * count[cell]
      return weight
    }
    for (let pair = 0; pair < pairOf.length; pair++) {
      if (pairOf[pair] < 0) continue
      const p = chance[pairOf[pair]]
      const [won, lost, tied] = [start[3 * pair], start[3 * pair + 1], start[3 * pair + 2]]
      out[pairOf[pair]] =
        (1 - p) * weightOf(won, lost) -
        p * weightOf(lost, tied) +
        (0.5 - p) * weightOf(tied, start[3 * pair + 3])
    }
  }
}

/** Single votes with multipliers sum up to nearly a normal in each pair, with the variance of their residuals. */
function voteNoise(tally: Tally, { points, pairOf }: Selection, chance: Float64Array): Noise {
  const spread = new Float64Array(points.first.length)
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const [won, lost, tied] = excesses(chance[chosen])
    const { firstWins, secondWins, ties } = tally
    spread[chosen] = Math.sqrt(
      firstWins[pair] * won ** 2 + secondWins[pair] * lost ** 2 + ties[pair] * tied ** 2,
    )
  })
  const draw = multipliers(spread.length)
  return (stream, out) => {
    const drawn = draw(stream)
    for (let pair = 0; pair < spread.length; pair++) out[pair] = drawn[pair] * spread[pair]
  }
}
