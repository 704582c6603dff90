import type { PairPoints, Selection } from '../fit/points.ts'
import { LEFT, TIE, type VoteColumns, inOrderOf, type Tally, cellsOf } from '../fit/tally.ts'

/** A correction of people's points by judges' verdicts. Plain data, since rounds may be computed on another thread. */
export interface Power {
  judged: JudgedBattles
  terms: WeightTerms
  /** λ: the weight of the judges, 0 … 1. */
  weight: number
}

/**
 * The terms of each unit that decide λ: A⁻¹a_u is how far its votes move the strengths, A⁻¹b_u how far its
 * correction does (for λ = 1).
 */
interface WeightTerms {
  /** <A⁻¹a_u, A⁻¹b_u> */
  cross: Float64Array
  /** |A⁻¹b_u|² */
  square: Float64Array
}

/**
 * The λ within 0 … 1 that minimises the trace of Σ_u w_u A⁻¹(a_u + λ b_u)(a_u + λ b_u)ᵀA⁻¹, the covariance of the
 * strengths (the plug-in of Angelopoulos, Duchi & Zrnic 2023, PPI++, section 6). 0 if there is no correction.
 */
export function weightOf({ cross, square }: WeightTerms, weightAt: (unit: number) => number): number {
  let [crossSum, squareSum] = [0, 0]
  for (let unit = 0; unit < cross.length; unit++) {
    const weight = weightAt(unit)
    crossSum += weight * cross[unit]
    squareSum += weight * square[unit]
  }
  return squareSum > 0 ? Math.max(0, Math.min(1, -crossSum / squareSum)) : 0
}

/**
 * c of every pair of a selection: for λ = 1 it is added to the first's points and subtracted from the second's. c =
 * Σ_j v_j c_j over judges with shares v; c_j = (n^L / N) · JA − JL. JA sums f over the N battles that j judged, and
 * JL sums f over the n^L votes of people on them. So c compares the judge's opinion on all its battles with its
 * opinion on those that people voted on. Its mean is 0 for any errors of the judge, if the battles that people
 * voted on are a random part of those the judge judged of that pair.
 */
export function corrections(judged: JudgedBattles, { points, pairOf }: Selection): Float64Array {
  const { judges, start, score, labels, share } = judged
  const correction = new Float64Array(points.first.length)
  for (let pairJudge = 0; pairJudge < share.length; pairJudge++) {
    const chosen = pairOf[Math.floor(pairJudge / judges)]
    if (chosen < 0 || share[pairJudge] === 0) continue
    const [mean, rate] = meanAndRate(judged, pairJudge)
    let sum = 0
    for (let at = start[pairJudge]; at < start[pairJudge + 1]; at++)
      sum += (rate - labels[at]) * (score[at] - mean)
    correction[chosen] += share[pairJudge] * sum
  }
  return correction
}

/** Fills `out` with W = H + λ c: people's points, corrected. They may lie slightly outside 0 … n. */
export function corrected(
  points: PairPoints,
  correction: Float64Array,
  weight: number,
  out: PairPoints,
): PairPoints {
  for (let pair = 0; pair < correction.length; pair++) {
    out.firstPoints[pair] = points.firstPoints[pair] + weight * correction[pair]
    out.secondPoints[pair] = points.secondPoints[pair] - weight * correction[pair]
  }
  return out
}

/** How often λ is halved if it leaves no maximum. Then it is 0, which always has one. */
const HALVINGS = 6
/** Odds of 5 · 10⁸ in the votes of a pair: strengths that diverge, since the likelihood hardly rises any more. */
const FARTHEST = 20

/** The first of λ, λ/2, λ/4 … 0 at which the corrected points have a maximum, and that maximum. */
export function firstFit<Found extends { theta: Float64Array; converged: boolean }>(
  { first, second }: PairPoints,
  weight: number,
  fitAt: (weight: number) => Found,
): { weight: number; fitted: Found } {
  const isFinite = ({ theta }: Found) =>
    first.every((i, pair) => Math.abs(theta[i] - theta[second[pair]]) < FARTHEST)
  for (let halving = 0; halving < HALVINGS && weight > 0; halving++, weight /= 2) {
    const fitted = fitAt(weight)
    if (fitted.converged && isFinite(fitted)) return { weight, fitted }
  }
  return { weight: 0, fitted: fitAt(0) }
}

/**
 * The judges' scores of battles (a prompt and two contestants), by judge. The scores of judge j on pair p of a
 * tally of people's votes are at start[s] … start[s + 1] − 1 with s = p · judges + j, ascending by unit. Plain
 * data, since rounds may be computed on another thread.
 */
export interface JudgedBattles {
  /** Resampling units: first those of people's votes, numbered as in their tally, then prompts that only judges saw. */
  units: number
  judges: number
  start: Int32Array
  unit: Int32Array
  /** f: the mean score of the pair's first contestant, 0 … 1, over the judge's votes on the battle. A tie is ½. */
  score: Float64Array
  /** The number of people's votes on the battle. */
  labels: Float64Array
  /**
   * For each s the judge's share of the pair's correction, 0 … 1. The shares of a pair sum to 1, or are 0 if no
   * judge judged more than people.
   */
  share: Float64Array
  /** Battles that any judge judged, people's votes on them, and the number of prompts of these votes. */
  overlap: Overlap
}

interface Overlap {
  judged: number
  labelled: number
  prompts: number
}

/**
 * Votes of people and of judges, with the same numbers of contestants and units. A vote without a prompt has its
 * own unit.
 */
export interface PeopleAndJudges {
  people: VoteColumns
  judges: VoteColumns
  /** For each vote of `judges` the number of its judge, from 0. Without this, all are one judge's. */
  judge?: Int32Array
}

/**
 * Groups judges' votes into battles and counts people's votes on each. Ties count too, since whether a person could
 * decide a battle does not depend on chance. Pairs that people never voted on are left out, since nothing can be
 * compared there. The result does not depend on the order of votes or on sides.
 * @param tally  of people's votes
 */
export function judgedBattles(tally: Tally, { people, judges, judge }: PeopleAndJudges): JudgedBattles {
  const pairOf = pairFinder(tally)
  const units = Math.max(people.units, judges.units)
  const panel = judge ? judge.reduce((most, own) => Math.max(most, own + 1), 1) : 1
  const counted = inOrderOf(judges.unit, units).filter(
    (vote) => pairOf(judges.left[vote], judges.right[vote]) >= 0,
  )
  const pairs = counted.map((vote) => pairOf(judges.left[vote], judges.right[vote]))
  const unitsOf = counted.map((vote) => judges.unit[vote])
  const cellOfVote = counted.map((vote, i) => panel * pairs[i] + (judge ? judge[vote] : 0))
  const { start, unit, count } = cellsOf(cellOfVote, unitsOf, panel * tally.first.length, units)
  const score = new Float64Array(unit.length)
  counted.forEach((vote, i) => {
    const winner = judges.outcome[vote] === LEFT ? judges.left[vote] : judges.right[vote]
    const points = judges.outcome[vote] >= TIE ? 0.5 : Number(winner === tally.first[pairs[i]])
    score[placeOf(unit, start[cellOfVote[i]], start[cellOfVote[i] + 1], unitsOf[i])] += points
  })
  const labels = new Float64Array(unit.length)
  const shared = new Set<number>()
  let labelled = 0
  for (let vote = 0; vote < people.outcome.length; vote++) {
    const pair = pairOf(people.left[vote], people.right[vote])
    if (pair < 0) continue
    let isJudged = false
    for (let pairJudge = panel * pair; pairJudge < panel * (pair + 1); pairJudge++) {
      const place = placeOf(unit, start[pairJudge], start[pairJudge + 1], people.unit[vote])
      if (place < 0) continue
      labels[place]++
      isJudged = true
    }
    if (!isJudged) continue
    labelled++
    shared.add(people.unit[vote])
  }
  return {
    units,
    judges: panel,
    start,
    unit,
    score: score.map((sum, i) => sum / count[i]),
    labels,
    share: sharesOf(start, labels, panel),
    overlap: {
      judged: cellsOf(pairs, unitsOf, tally.first.length, units).unit.length,
      labelled,
      prompts: shared.size,
    },
  }
}

/** How many battles judges judged, how many of people's votes are on them, and on how many prompts. */
export function overlapOf({ overlap }: JudgedBattles): Overlap {
  return overlap
}

/** The weight of each judge of a pair: its battles without people's votes, which are what it adds. */
function sharesOf(start: Int32Array, labels: Float64Array, panel: number): Float64Array {
  const share = new Float64Array(start.length - 1)
  for (let from = 0; from < share.length; from += panel) {
    let total = 0
    for (let pairJudge = from; pairJudge < from + panel; pairJudge++) {
      for (let at = start[pairJudge]; at < start[pairJudge + 1]; at++)
        if (labels[at] === 0) share[pairJudge]++
      total += share[pairJudge]
    }
    if (total > 0) for (let pairJudge = from; pairJudge < from + panel; pairJudge++) share[pairJudge] /= total
  }
  return share
}

/** For a judge's battles of a pair: j̄ = JA / N, the mean of f, and n^L / N, people's votes for each battle. */
export function meanAndRate({ start, score, labels }: JudgedBattles, pairJudge: number): [number, number] {
  const battles = start[pairJudge + 1] - start[pairJudge]
  let [sum, votes] = [0, 0]
  for (let at = start[pairJudge]; at < start[pairJudge + 1]; at++) {
    sum += score[at]
    votes += labels[at]
  }
  return battles > 0 ? [sum / battles, votes / battles] : [0, 0]
}

/** The number of the pair of two contestants in a tally, or −1. */
function pairFinder({ contestants, first, second }: Tally): (a: number, b: number) => number {
  const start = new Int32Array(contestants + 1)
  for (const low of first) start[low + 1]++
  for (let low = 0; low < contestants; low++) start[low + 1] += start[low]
  return (a, b) => {
    const low = Math.min(a, b)
    return placeOf(second, start[low], start[low + 1], Math.max(a, b))
  }
}

/** The position of a value in an ascending part of an array, or −1. */
function placeOf(values: Int32Array, from: number, to: number, value: number): number {
  const end = to
  while (from < to) {
    const middle = (from + to) >> 1
    if (values[middle] < value) from = middle + 1
    else to = middle
  }
  return from < end && values[from] === value ? from : -1
}
