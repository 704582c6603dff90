import { gammaCells, drawGammas, RandomStream } from '../numbers/random.ts'
import { information, type Information, modelVariance } from './information.ts'
import { sigmoid } from './likelihood.ts'
import type { PairPoints, Selection } from './points.ts'
import type { Tally } from './tally.ts'
import { clusteredMean } from '../intervals/clustered-mean.ts'
import { wilsonInterval, binomialTail } from '../numbers/distributions.ts'

/**
 * (Γ(20) − 20) / √20 is the multiplier of a unit in a round. It is nearly normal, and the engine's own sampler
 * draws it.
 */
const SHAPE = 20

/** The number of rounds, and the seed. */
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

/** This many times the requested pairs get exact residuals. The others are only ranked without their leverage. */
const LOOKED_AT = 4

/** A pair that met, and its residual in the fit. */
interface PairResidual {
  /** Numbers of the points' contestants. */
  first: number
  second: number
  votes: number
  /** The share of the votes that `first` won, with a tie as half, and the share that the model expects. */
  share: number
  expected: number
  /** Standardised Pearson residual for single votes: beyond ±2 one in twenty if the model holds. */
  z: number
}

/**
 * The pairs that a fit explains worst, by z = (W − n p) / √(n p (1 − p) (1 − h)), h the pair's leverage (Pregibon
 * 1981, "Logistic regression diagnostics"). Assumes independent votes. Ties make z smaller than that, and votes
 * that share prompts make it larger. Costs one pass and a solution for each of a few times `most` pairs. Pairs that
 * the fit must follow exactly (h = 1) are left out.
 */
export function worstResiduals(
  points: PairPoints,
  theta: Float64Array,
  fisher: Information,
  most: number,
): PairResidual[] {
  const { contestants, first, second, firstPoints, secondPoints } = points
  const rough = Float64Array.from(first, (i, pair) => {
    const p = sigmoid(theta[i] - theta[second[pair]])
    const met = firstPoints[pair] + secondPoints[pair]
    return (firstPoints[pair] - met * p) / Math.sqrt(met * p * (1 - p))
  })
  return [...rough.keys()]
    .sort((a, b) => Math.abs(rough[b]) - Math.abs(rough[a]) || a - b)
    .slice(0, LOOKED_AT * most)
    .flatMap((pair): PairResidual[] => {
      const [i, j] = [first[pair], second[pair]]
      const expected = sigmoid(theta[i] - theta[j])
      const votes = firstPoints[pair] + secondPoints[pair]
      const leverage = votes * expected * (1 - expected) * modelVariance(fisher, contestants, i, j)
      if (leverage > 1 - 1e-9) return []
      const z = rough[pair] / Math.sqrt(1 - leverage)
      return [{ first: i, second: j, votes, share: firstPoints[pair] / votes, expected, z }]
    })
    .sort((a, b) => Math.abs(b.z) - Math.abs(a.z))
    .slice(0, most)
}

/** Decisive votes on one pair of contestants in one unit, as a prompt or a voter. */
export interface PairCell {
  /** Any texts or numbers that identify the pair and the unit. */
  pair: string | number
  unit: string | number
  /** Votes for one of the two, the same one in all cells of the pair. */
  wins: number
  losses: number
}

/** How far votes on a pair that share a unit agree beyond the pair's own win rate. */
export interface PairCorrelation {
  /** ρ, 0 … 1. */
  correlation: number
  /** Its standard error. */
  error: number
}

/** Fewer degrees of freedom, between or within units, say too little about ρ. */
const FEWEST_FREEDOM = 10
/** The parts that are left out in turn for the error. */
const PARTS = 20

/**
 * The correlation of two votes on a pair that share a unit, by analysis of variance (Fleiss, Levin & Paik 2003,
 * section 15.2). Sums of squares and degrees of freedom are added over all pairs, each about its own win rate, so ρ is
 * common to the pairs. With m votes in a unit and n in a pair, E[between] = (G − 1) σ²_w + (n − Σm²/n) σ²_b and
 * E[within] = (n − G) σ²_w; ρ = σ²_b/(σ²_b + σ²_w), cut off at 0. The error is that of the jackknife over 20 parts of
 * the units, so pairs that share units are no more certain for it. Takes 21 passes over the cells.
 * @returns null with fewer than 10 degrees of freedom between or within units, or if all votes of each pair agree
 * @throws {RangeError} if a count is negative or not whole
 */
export function pairCorrelation(cells: readonly PairCell[]): PairCorrelation | null {
  if (cells.some(({ wins, losses }) => !isCount(wins) || !isCount(losses)))
    throw new RangeError('Wins and losses are whole numbers from 0 on.')
  const pairs = [...Map.groupBy(cells, ({ pair }) => pair).values()]
  const all = sumsOf(pairs, () => true)
  if (all.freedomBetween < FEWEST_FREEDOM || all.freedomWithin < FEWEST_FREEDOM) return null
  const untruncated = correlationOf(all)
  if (Number.isNaN(untruncated)) return null
  const parts = new Map<PairCell['unit'], number>()
  for (const { unit } of cells) if (!parts.has(unit)) parts.set(unit, parts.size % PARTS)
  const count = Math.min(PARTS, parts.size)
  const without = Array.from({ length: count }, (_, part) =>
    correlationOf(sumsOf(pairs, ({ unit }) => parts.get(unit) !== part)),
  ).filter((value) => !Number.isNaN(value))
  const mean = without.reduce((sum, value) => sum + value, 0) / without.length
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return {
    correlation: Math.max(0, untruncated),
    error: Math.sqrt((squares * (without.length - 1)) / without.length),
  }
}

/** Below 0 if votes of a unit agree less than by chance; NaN if all votes of each pair agree. */
function correlationOf({ between, within, freedomBetween, freedomWithin, spread }: Sums): number {
  const ofVotes = within / freedomWithin
  const ofUnits = (between - freedomBetween * ofVotes) / spread
  return ofUnits / (ofUnits + ofVotes)
}

interface Sums {
  between: number
  within: number
  freedomBetween: number
  freedomWithin: number
  /** Σ (n − Σm²/n) over pairs. */
  spread: number
}

function sumsOf(pairs: readonly PairCell[][], isIn: (cell: PairCell) => boolean): Sums {
  const sums = { between: 0, within: 0, freedomBetween: 0, freedomWithin: 0, spread: 0 }
  for (const cells of pairs)
    addPair(
      sums,
      cells.filter((cell) => cell.wins + cell.losses > 0 && isIn(cell)),
    )
  return sums
}

function addPair(sums: Sums, units: readonly PairCell[]): void {
  if (units.length < 2) return
  const votes = units.reduce((sum, { wins, losses }) => sum + wins + losses, 0)
  const rate = units.reduce((sum, { wins }) => sum + wins, 0) / votes
  let squares = 0
  for (const { wins, losses } of units) {
    const m = wins + losses
    sums.between += m * (wins / m - rate) ** 2
    sums.within += (wins * losses) / m
    squares += m * m
  }
  sums.freedomBetween += units.length - 1
  sums.freedomWithin += votes - units.length
  sums.spread += votes - squares / votes
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

/** The first beat the second, the second the third, and the third the first. */
interface ThreeCycle {
  members: [number, number, number]
  /** The score of each against the next. A tie is half. */
  shares: [number, number, number]
}

interface Edge {
  to: number
  share: number
}

/**
 * Cycles of three contestants: each of the three win rates has its interval above ½, both the prompt-clustered one
 * of the scores and Wilson's of the decisive votes. Bradley-Terry cannot express a cycle; to the model it is noise.
 * Each pair is tested alone at 95 %, so with very many triples a few cycles come by chance. Costs one reading of
 * the cells, and O(edges · M).
 * @returns the clearest first: by the smallest of the three shares
 */
export function threeCycles(tally: Tally, { members, pairOf }: Selection): ThreeCycle[] {
  const beats: Edge[][] = Array.from({ length: tally.contestants }, () => [])
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const [first, second] = [tally.first[pair], tally.second[pair]]
    const share = clearShare(tally, pair)
    if (share !== null && share > 0.5) beats[first].push({ to: second, share })
    if (share !== null && share < 0.5) beats[second].push({ to: first, share: 1 - share })
  })
  const cycles: ThreeCycle[] = []
  for (const a of members) {
    const back = new Map<number, number>()
    for (const c of members)
      for (const { to, share } of c > a ? beats[c] : []) if (to === a) back.set(c, share)
    for (const { to: b, share: one } of beats[a]) {
      if (b < a) continue
      for (const { to: c, share: two } of beats[b]) {
        const three = back.get(c)
        if (c > a && three !== undefined) cycles.push({ members: [a, b, c], shares: [one, two, three] })
      }
    }
  }
  return cycles.sort((x, y) => Math.min(...y.shares) - Math.min(...x.shares))
}

/** The score of the first of a pair, if both intervals exclude ½; else null. */
function clearShare(tally: Tally, pair: number): number | null {
  const [wins, losses, ties] = [tally.firstWins[pair], tally.secondWins[pair], tally.ties[pair]]
  const wilson = wilsonInterval(wins, wins + losses)
  if (!wilson || (wilson[0] <= 0.5 && wilson[1] >= 0.5)) return null
  const share = (wins + ties / 2) / (wins + losses + ties)
  const { scores, units } = scoresOf(tally, pair)
  const mean = clusteredMean(scores, units)!
  if (mean.units < 2 || (mean.interval && mean.interval[0] <= 0.5 && mean.interval[1] >= 0.5)) return null
  return share
}

/** Score and unit of each vote of a pair. Without units each vote is its own unit. */
function scoresOf(tally: Tally, pair: number): { scores: number[]; units: number[] } {
  const scores: number[] = []
  const units: number[] = []
  const { units: cells, firstWins, secondWins, ties } = tally
  const counts = [firstWins[pair], secondWins[pair], ties[pair]]
  for (let outcome = 0; outcome < 3; outcome++) {
    const score = SCORES[outcome]
    if (!cells) for (let vote = 0; vote < counts[outcome]; vote++) units.push(scores.push(score))
    else
      for (let cell = cells.start[3 * pair + outcome]; cell < cells.start[3 * pair + outcome + 1]; cell++)
        for (let vote = 0; vote < cells.count[cell]; vote++) {
          scores.push(score)
          units.push(cells.unit[cell])
        }
  }
  return { scores, units }
}

const SCORES = [1, 0, 0.5]

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
  const total = counts.reduce((all, own) => all + own, 0)
  const cells = counts.length
  if (total === 0 || cells < 2) return null
  const expected = total / cells
  const chiSquare = counts.reduce((all, own) => all + (own - expected) ** 2 / expected, 0)
  let low = Math.floor(expected)
  while (low > 0 && 1 - binomialTail(low, total, 1 / cells) > TAIL) low--
  let high = Math.ceil(expected)
  while (high < total && binomialTail(high + 1, total, 1 / cells) > TAIL) high++
  const outside = counts.filter((own) => own < low || own > high).length
  return { expected, chiSquare, degreesOfFreedom: cells - 1, low, high, outside }
}
