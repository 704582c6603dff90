import type { RatedBoard } from '../board/rate-board.ts'
import { fit } from './bradley-terry.ts'
import { drawGammas, RandomStream } from '../numbers/random.ts'
import { information } from './information.ts'
import { chances } from './likelihood.ts'
import { isStronglyConnected, scorePairs } from './points.ts'
import { countPairs, pairVotes, subsetVotes, sumCells, type PairedVotes, type Votes } from './votes.ts'
import { binomialTail } from '../numbers/distributions.ts'

/**
 * (Γ(20) − 20) / √20 is the multiplier of a unit in a round. It is nearly normal, and the engine's own sampler
 * draws it.
 */
const SHAPE = 20

interface FitRounds {
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
  /** Σ (W − n p)² / (n p (1 − p)). */
  chiSquare: number
  /** The number of pairs minus the number of free strengths. */
  degreesOfFreedom: number
  /** The probability of a χ² this large if the model holds, for any correlation within units. Null without a round. */
  p: number | null
}

/**
 * Lack of fit of Bradley-Terry against the saturated table of pairs: Pearson's χ². Its χ²
 * distribution would require independent votes without ties, so p comes from multiplier rounds (Liu 1988,
 * "Bootstrap procedures under some non-i.i.d. models"). A round multiplies the residuals of all of a unit's votes
 * by one random number of mean 0 and variance 1, removes what a refit would absorb, and computes χ² again. p = (1 +
 * #{χ²* ≥ χ²}) / (rounds + 1), or the share of rounds so far if `enough` stops it. Assumes independent units. Needs
 * many units (with fewer than 10 it detects little), and pairs on several of them: if each pair met once, nothing
 * can be detected and p is large. Costs one reading of the cells and one solution for each round. Without degrees
 * of freedom (as many strengths as pairs) p is 1.
 *
 * @param unit  of each vote, −1: none, so that it is independent of all others; shape (votes,). Null: no vote has one
 * @param theta  strengths at the maximum of the likelihood of these votes; shape (M,)
 */
export function lackOfFit(
  votes: Votes,
  unit: Int32Array | null,
  theta: Float64Array,
  { rounds, seed, enough = Infinity }: FitRounds,
): LackOfFit {
  const paired = pairVotes(votes, unit ? [unit] : [])
  const points = scorePairs(countPairs(votes))
  const { first, second, firstPoints, secondPoints } = points
  const pairs = first.length
  const chance = chances(points, theta)
  const weight = chance.map((p, pair) => (firstPoints[pair] + secondPoints[pair]) * p * (1 - p))
  const residual = chance.map((p, pair) => firstPoints[pair] * (1 - p) - secondPoints[pair] * p)
  const sumChiSquare = (values: Float64Array) => {
    let sum = 0
    for (let pair = 0; pair < pairs; pair++) sum += (values[pair] * values[pair]) / weight[pair]
    return sum
  }
  const chiSquare = sumChiSquare(residual)
  const degreesOfFreedom = pairs - Math.max(0, theta.length - 1)
  const statistics = { chiSquare, degreesOfFreedom }
  if (rounds < 1) return { ...statistics, p: null }
  if (degreesOfFreedom === 0) return { ...statistics, p: 1 }
  const fisher = information(points, theta)
  const draw = residualNoise(paired, chance)
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
    if (sumChiSquare(noise) < chiSquare) continue
    if (++reached === enough) return { ...statistics, p: reached / (round + 1) }
  }
  return { ...statistics, p: (1 + reached) / (rounds + 1) }
}

/** A board is checked quickly only up to this many votes, and this many contestants. */
const MAX_VOTES = 200_000
const MAX_CONTESTANTS = 300

/**
 * A quick `lackOfFit` for the board's warning: at most 99 rounds, usually six if the model fits. Returns p, which
 * is at least 0.01. Null without intervals, and for boards so large that it would take more than a few hundredths of a second.
 */
export function quickLackOfFit(
  votes: Votes,
  { rated, strengths, intervals, units: { kinds } }: RatedBoard,
  seed: number,
): number | null {
  if (!strengths || !intervals || rated.length < 2) return null
  const among = subsetVotes(votes, rated)
  const unit = kinds.length === 0 ? null : kinds[0] === 'prompt' ? among.prompt : among.person
  if (rated.length > MAX_CONTESTANTS || (unit !== null && among.outcome.length > MAX_VOTES)) return null
  // by the fit of the votes themselves; without strong connection they have none, and that of the board stands for it
  const points = scorePairs(countPairs(among))
  const { theta } = isStronglyConnected(points) ? fit(points) : strengths
  return lackOfFit(among, unit, theta, { rounds: 99, seed, enough: 3 }).p
}

/** Fills the residuals of the pairs after multiplying units at random. */
type Noise = (stream: RandomStream, out: Float64Array) => void

function multipliers(count: number): (stream: RandomStream) => Float64Array {
  const drawn = new Float64Array(count)
  return (stream) => {
    drawGammas(stream, SHAPE, drawn)
    for (let i = 0; i < count; i++) drawn[i] = (drawn[i] - SHAPE) / Math.sqrt(SHAPE)
    return drawn
  }
}

/**
 * Units get a multiplier each. Votes without a unit have one each, too, which sum up to nearly a normal in each pair,
 * with the variance of their residuals.
 */
function residualNoise(paired: PairedVotes, chance: Float64Array): Noise {
  const {
    pair,
    score,
    units: [unit],
  } = paired
  const cells = unit && sumCells(paired, unit, new Float64Array(pair.length).fill(1))
  const units = cells ? cells.start.length - 1 : 0
  const spread = new Float64Array(chance.length)
  for (let vote = 0; vote < pair.length; vote++)
    if (!unit || unit[vote] < 0) spread[pair[vote]] += (score[vote] - chance[pair[vote]]) ** 2
  const hasSingles = spread.some((variance) => variance > 0)
  for (let i = 0; i < spread.length; i++) spread[i] = Math.sqrt(spread[i])
  const draw = multipliers(units + (hasSingles ? spread.length : 0))
  return (stream, out) => {
    const drawn = draw(stream)
    for (let i = 0; i < out.length; i++) out[i] = hasSingles ? drawn[units + i] * spread[i] : 0
    for (let number = 0; number < units; number++)
      for (let cell = cells!.start[number]; cell < cells!.start[number + 1]; cell++) {
        const pair = cells!.pair[cell]
        const { firstPoints, secondPoints } = cells!
        out[pair] +=
          drawn[number] * (firstPoints[cell] * (1 - chance[pair]) - secondPoints[cell] * chance[pair])
      }
  }
}

/** How evenly votes are spread over cells that were drawn with equal probabilities. */
interface Evenness {
  /** The votes of each cell if they were spread evenly. */
  expected: number
  /** Pearson's Σ (observed − expected)² / expected, with `degreesOfFreedom`. */
  chiSquare: number
  degreesOfFreedom: number
  /**
   * The range that holds the count of a single cell in at least 95 % of even draws: ends included, by the binomial
   * distribution.
   */
  low: number
  high: number
  /** The number of cells outside that range. */
  outside: number
}

const TAIL = 0.025

/** Pearson's χ² of counts against even ones (Pearson 1900). Null without a vote or with fewer than two cells. */
export function evenness(counts: readonly number[]): Evenness | null {
  const total = counts.reduce((all, count) => all + count, 0)
  const cells = counts.length
  if (total === 0 || cells < 2) return null
  const expected = total / cells
  const chiSquare = counts.reduce((all, count) => all + (count - expected) ** 2 / expected, 0)
  let low = Math.floor(expected)
  while (low > 0 && 1 - binomialTail(low, total, 1 / cells) > TAIL) low--
  let high = Math.ceil(expected)
  while (high < total && binomialTail(high + 1, total, 1 / cells) > TAIL) high++
  const outside = counts.filter((count) => count < low || count > high).length
  return { expected, chiSquare, degreesOfFreedom: cells - 1, low, high, outside }
}
