import {
  logTwoTails,
  normalQuantile,
  sequentialSignTest,
  signTest,
  studentQuantile,
  wilsonInterval,
} from '../numbers/distributions.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { LEFT, RIGHT, TIE } from '../fit/tally.ts'
import { ballotsOf } from '../method/ballots.ts'
import { watchedChance } from '../intervals/comparison.ts'
import type { Contrast } from '../method/contrasts.ts'
import { ALPHA, decide, FEW_VOTES, sharedDegrees } from '../method/decide.ts'

/** The result of one contestant against another. */
export interface HeadToHead {
  wins: number
  losses: number
  ties: number
  votes: number
  /** The number of prompts or other units. If voters are units too, the smaller number. */
  units: number
  /** How many equal units give as exact a variance: one more than its degrees of freedom. */
  effectiveUnits: number
  /** (wins + ties/2) / votes. */
  winRate: number
  /** Of the expected share, by unit. Null where votes show no spread. */
  standardError: number | null
  /** The interval of the expected share, at level 1 − alpha. */
  interval: [number, number]
  /** Of single votes interval and p come from the exact sign test. */
  intervalBy: 'normal' | 'exact'
  /** Two-sided. Less than alpha exactly if the interval excludes ½. */
  p: number
  /**
   * About how many more votes like these, on new units, bring p down to alpha; the chance is then about one half. Null: it is
   * there, or twenty times as many would not.
   */
  moreVotes: number | null
  /** Wilson's interval of wins/(wins + losses) at level 1 − alpha. Null without decisive votes. */
  wilson: [number, number] | null
  /** p of the exact two-sided sign test of wins and losses, which ignores units. */
  signTest: number
}

interface ComparisonTerms {
  alpha?: number
  /** A second kind of unit, such as voters beside prompts. */
  crossed?: ArrayLike<number> | null
  /** 'any': p and interval hold at all looks at growing votes together. Default: 'one'. */
  looks?: 'one' | 'any'
  /** The p that `moreVotes` aims at. Default: alpha. */
  target?: number
}

/** If even so many times the votes so far are not enough, no number is forecast. */
const MOST_REPEATS = 20

/**
 * Two contestants compared by `decide`, as on a board of these two. p is that of its z. The interval is that of the
 * difference of strengths, as a share of points through the logistic function. Units weigh what they know, so its middle may
 * differ from the win rate. Units that each have one vote are single votes. Null without a score.
 * @param score  1 won, ½ tie, 0 lost
 * @param unit  below 0: not named
 * @throws {RangeError} unless 0 < alpha < 1
 */
export function headToHead(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  { alpha = ALPHA, crossed = null, looks = 'one', target = alpha }: ComparisonTerms = {},
): HeadToHead | null {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('alpha must lie between 0 and 1.')
  const votes = score.length
  if (votes === 0) return null
  const outcome = Uint8Array.from(score, (own) => (own === 1 ? LEFT : own === 0 ? RIGHT : TIE))
  const all = (crossed ? [unit, crossed] : [unit]).map((kind) => numbered(kind, votes))
  const kinds = all.filter(({ isRepeated }) => isRepeated).map(({ numbers }) => numbers)
  const [left, right] = [new Int32Array(votes), new Int32Array(votes).fill(1)]
  const ballots = ballotsOf({ contestants: 2, left, right, outcome, kinds })
  const { fit, contrasts, critical, isByUnit, isExact, ...decision } = decide(ballots, {
    alpha,
    looks,
    seed: 1,
  })
  const z = fit.converged ? decision.z[1] : 0
  const contrast = contrasts.contrast(0, 1)
  const { lead, variance, degrees } = contrast
  const half = distance(contrast, z, critical.first(contrast), { isByUnit, isByRatio: isExact })
  const share = sigmoid(lead)
  const units = Math.min(...all.map(({ count }) => count))
  const [wins, losses] = [LEFT, RIGHT].map((own) => outcome.filter((one) => one === own).length)
  const ties = votes - wins - losses
  /** p of votes like these, so many times over. */
  const pOf = (times: number): number => {
    if (looks === 'one') return Math.exp(logTwoTails(z * Math.sqrt(times)))
    if (isExact) return sequentialSignTest(times * wins, times * losses)
    return watchedChance(z * Math.sqrt(times), times / variance)
  }
  const p = pOf(1)
  return {
    wins,
    losses,
    ties,
    votes,
    units,
    effectiveUnits: Math.min(units, degrees + 1),
    // not the sum of rounded shares: thresholds are compared with it
    winRate: (wins + ties / 2) / votes,
    standardError: variance > 0 ? share * (1 - share) * Math.sqrt(variance) : null,
    interval: [sigmoid(lead - half), sigmoid(lead + half)],
    intervalBy: isExact ? 'exact' : 'normal',
    p,
    moreVotes: p <= target ? null : leastMore(votes, (more) => pOf(1 + more / votes) <= target),
    wilson: wilsonInterval(wins, wins + losses, normalQuantile(alpha / 2)),
    signTest: signTest(wins, losses),
  }
}

/** The smallest number of further votes that is enough; more of them are enough, too. */
function leastMore(votes: number, isEnough: (more: number) => boolean): number | null {
  let [few, enough] = [0, MOST_REPEATS * votes]
  if (!isEnough(enough)) return null
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2)
    if (isEnough(middle)) enough = middle
    else few = middle
  }
  return enough
}

/** Who is rated higher: the middle of the interval, not the win rate, since units weigh what they know. */
export const higherOf = ({ interval }: Pick<HeadToHead, 'interval'>): 'own' | 'other' =>
  interval[0] + interval[1] > 1 ? 'own' : 'other'

/** Units numbered from 0; an unnamed one stays −1 and counts as one of its own. */
function numbered(unit: ArrayLike<number>, votes: number) {
  const numberOf = new Map<number, number>()
  let unnamed = 0
  const numbers = Int32Array.from({ length: votes }, (_, vote) => {
    const own = unit[vote]
    if (own < 0) {
      unnamed++
      return -1
    }
    if (!numberOf.has(own)) numberOf.set(own, numberOf.size)
    return numberOf.get(own)!
  })
  return { numbers, count: numberOf.size + unnamed, isRepeated: numberOf.size + unnamed < votes }
}

/** No interval is longer to a side: 40 logits are 7,000 points, far beyond what says anything. */
const FARTHEST = 40
/** A likelihood ratio nearer to nothing than this says no length. */
const LEAST_RATIO = 0.05

/** Few votes are never known better than by the model: two prompts may agree by chance. */
const floored = (own: Contrast): Contrast =>
  own.votes < FEW_VOTES || !(own.variance > 0)
    ? { ...own, variance: Math.max(own.variance, own.modelVariance) }
    : own

const lengthOf = ({ variance, degrees }: Contrast, normal: number): number =>
  Math.min(FARTHEST, Math.sqrt(variance) * studentQuantile(normal, degrees))

/**
 * How far apart two strengths must be for a statistic beyond the critical value. Where little is known, as the statistic that it
 * needs is to today's, so is the distance to today's lead.
 */
function distance(
  contrast: Contrast,
  z: number,
  critical: number,
  { isByUnit, isByRatio }: { isByUnit: boolean; isByRatio: boolean },
): number {
  const lead = Math.abs(contrast.lead)
  const length = lengthOf(floored(contrast), critical)
  if (contrast.votes >= FEW_VOTES && contrast.variance > 0 && !isByRatio) return length
  if (!(z > LEAST_RATIO)) return Math.max(length, lead)
  const degrees = Math.min(1e6, sharedDegrees(contrast.degrees, contrast.kish))
  const [needed, own] = [critical, z].map((x) => (isByUnit ? studentQuantile(x, degrees) : x))
  return Math.min(FARTHEST, (lead * needed) / own)
}
