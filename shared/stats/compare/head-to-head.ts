import { estimateStrengths, type MeasureOptions } from '../board/estimates.ts'
import { isUnbeaten, withOneLoss } from '../board/rate-board.ts'
import { robbinsBoundary, anytimeP, unanimityP, normalDeviate } from '../board/ranking.ts'
import { countFewest, isNamed, type UnitKind } from '../board/units.ts'
import { computeWinRate } from '../fit/points.ts'
import { LEFT, RIGHT, TIE, type Votes } from '../fit/votes.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { ALPHA } from '../intervals/comparison.ts'
import {
  logStudentTail,
  normalOfTails,
  normalQuantile,
  signTest,
  studentQuantile,
} from '../numbers/distributions.ts'

/** The result of one contestant against another. */
export interface HeadToHead {
  wins: number
  losses: number
  ties: number
  votes: number
  /** The number of prompts or other units. Of two kinds, the smaller number. */
  units: number
  /** How many equal units give as exact a variance: one more than its degrees of freedom. */
  effectiveUnits: number
  /** (wins + ties/2) / votes. */
  winRate: number
  /** Of the expected share. */
  standardError: number
  /** The interval of the expected share, at level 1 − alpha. */
  interval: [number, number]
  /** Two-sided. Less than alpha exactly if the interval excludes ½. */
  p: number
  /**
   * About how many more votes like these, on new units, bring p down to alpha; the chance is then about one half. Null: it is
   * there, or twenty times as many would not.
   */
  moreVotes: number | null
  /** p of the exact two-sided sign test of wins and losses, which ignores units. */
  signTest: number
}

interface ComparisonTerms extends Partial<Pick<MeasureOptions, 'rounds' | 'seed'>> {
  alpha?: number
  /** A second kind of unit, such as voters beside prompts. */
  crossed?: ArrayLike<number> | null
  /** 'any': p and interval hold at all looks at growing votes together. Default: 'one'. */
  looks?: 'one' | 'any'
  /** The p that `moreVotes` aims at. Default: alpha. */
  target?: number
}

/** If even so many times the votes so far are not enough, no number is forecast. */
const MAX_REPEATS = 20

/**
 * Two contestants compared as on a board of these two (statistics version 3). The interval excludes ½ exactly if the board says
 * that one leads, or at all looks that one wins. It is the interval of the difference of strengths, as a share of points through
 * the logistic function. Units weigh what they know, so its middle may differ from the win rate. Null without a score.
 *
 * @param score  1 won, ½ tie, 0 lost; shape (votes,)
 * @param unit  the unit of each vote, below 0: not named; shape (votes,). Units are numbered as those of the board
 * @param terms  rounds and seed are those of the board. Default: endless rounds
 * @throws {RangeError} unless 0 < alpha < 1
 */
export function headToHead(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  terms: ComparisonTerms = {},
): HeadToHead | null {
  const { alpha = ALPHA, crossed = null, looks = 'one', target = alpha, rounds = 0, seed = 1 } = terms
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('alpha must lie between 0 and 1.')
  const count = score.length
  if (count === 0) return null
  const outcome = Uint8Array.from(score, (points) => (points === 1 ? LEFT : points === 0 ? RIGHT : TIE))
  const [prompt, person] = [numberUnits(unit), crossed && numberUnits(crossed)]
  const [left, right] = [new Int32Array(count), new Int32Array(count).fill(1)]
  const votes: Votes = { contestants: 2, left, right, outcome, prompt, person }
  const kinds = (['prompt', 'voter'] as const).filter((kind) => isNamed(kind === 'prompt' ? prompt : person))
  const found = estimateLead(votes, kinds, { rounds, seed })
  const { lead, variance, degrees } = found
  const leader = lead > 0 ? 0 : 1
  const isReadWithLoss = looks === 'any' && isUnbeaten(votes, leader)
  const read = isReadWithLoss ? estimateLead(withOneLoss(votes, leader), kinds, { rounds: 0, seed }) : found
  const sign = leader === 0 ? 1 : -1
  const t = Math.max(0, (sign * read.lead) / Math.sqrt(read.variance))
  const units = countFewest(votes, kinds)
  /** p of votes like these, so many times over. */
  const pValueAt = (times: number): number => {
    const [size, freedom] = [t * Math.sqrt(times), read.degrees * times]
    if (looks === 'one') return 2 * Math.exp(logStudentTail(size, freedom))
    const chance = anytimeP(normalDeviate(size, freedom), read.information * times)
    if (!isReadWithLoss) return chance
    // as on a board, it must also lead at one look
    const leads = 2 * Math.exp(logStudentTail(Math.abs(lead) / Math.sqrt(variance / times), degrees * times))
    const unanimous = unanimityP(Math.floor(units * times))
    return Math.min(chance, leads < ALPHA ? unanimous : Math.max(leads, unanimous))
  }
  const needed = looks === 'one' ? normalQuantile(alpha / 2) : robbinsBoundary(read.information, alpha)
  const critical = studentQuantile(needed, read.degrees)
  const p = pValueAt(1)
  // as far from ½ as p is from alpha
  const half = isReadWithLoss
    ? Math.abs(lead) * Math.min(critical / t, normalQuantile(alpha / 2) / normalOfTails(Math.log(p)))
    : critical * Math.sqrt(variance)
  const share = sigmoid(lead)
  const [wins, losses] = [LEFT, RIGHT].map((side) => outcome.filter((value) => value === side).length)
  const ties = count - wins - losses
  return {
    wins,
    losses,
    ties,
    votes: count,
    units,
    effectiveUnits: Math.min(units, degrees + 1),
    // not the sum of rounded shares: thresholds are compared with it
    winRate: computeWinRate(wins, ties, losses)!,
    standardError: share * (1 - share) * Math.sqrt(variance),
    interval: [sigmoid(lead - half), sigmoid(lead + half)],
    p,
    moreVotes: p <= target ? null : leastMore(count, (more) => pValueAt(1 + more / count) <= target),
    signTest: signTest(wins, losses),
  }
}

/** θ of the first minus that of the second, and what is known of it. */
function estimateLead(votes: Votes, kinds: readonly UnitKind[], options: MeasureOptions) {
  const { theta, difference, evenness } = estimateStrengths(votes, kinds, options)
  const { variance, degrees } = difference(0, 1)
  return { lead: theta[0] - theta[1], variance, degrees, information: 1 / (variance * evenness(0, 1)) }
}

/** The smallest number of further votes that is enough; more of them are enough, too. */
function leastMore(votes: number, isEnough: (more: number) => boolean): number | null {
  let [few, enough] = [0, MAX_REPEATS * votes]
  if (!isEnough(enough)) return null
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2)
    if (isEnough(middle)) enough = middle
    else few = middle
  }
  return enough
}

/** Who is rated higher: the middle of the interval, not the win rate, since units weigh what they know. */
export const higherSide = ({ interval }: Pick<HeadToHead, 'interval'>): 'own' | 'other' =>
  interval[0] + interval[1] > 1 ? 'own' : 'other'

/** The same units numbered 0, 1 … in their order; −1: not named. Shape (votes,). */
function numberUnits(unit: ArrayLike<number>): Int32Array {
  const values = Array.from(unit)
  const named = [...new Set(values.filter((value) => value >= 0))].sort((a, b) => a - b)
  const number = new Map(named.map((value, place) => [value, place]))
  return Int32Array.from(values, (value) => number.get(value) ?? -1)
}
