import { logTwoTails, normalQuantile, signTest, wilsonInterval } from '../numbers/distributions.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { LEFT, RIGHT, TIE } from '../fit/tally.ts'
import { ballotsOf } from '../method/ballots.ts'
import { decide } from '../method/decide.ts'
import { distance } from '../method/measure-votes.ts'

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
  /** Wilson's interval of wins/(wins + losses) at level 1 − alpha. Null without decisive votes. */
  wilson: [number, number] | null
  /** p of the exact two-sided sign test of wins and losses, which ignores units. */
  signTest: number
}

/**
 * Two contestants compared by `decide`, as on a board of these two at one look. p is that of its z. The interval is that
 * of the difference of strengths, as a share of points through the logistic function. Units weigh what they know, so its
 * middle may differ from the win rate. Units that each have one vote are single votes. Null without a score.
 * @param score  1 won, ½ tie, 0 lost
 * @param unit  below 0: not named
 * @param crossed  a second kind of unit, such as voters beside prompts
 * @throws {RangeError} unless 0 < alpha < 1
 */
export function headToHead(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  alpha = 0.05,
  crossed: ArrayLike<number> | null = null,
): HeadToHead | null {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('alpha must lie between 0 and 1.')
  const votes = score.length
  if (votes === 0) return null
  const outcome = Uint8Array.from(score, (own) => (own === 1 ? LEFT : own === 0 ? RIGHT : TIE))
  const all = (crossed ? [unit, crossed] : [unit]).map((kind) => numbered(kind, votes))
  const kinds = all.filter(({ isRepeated }) => isRepeated).map(({ numbers }) => numbers)
  const [left, right] = [new Int32Array(votes), new Int32Array(votes).fill(1)]
  const decision = decide(ballotsOf({ contestants: 2, left, right, outcome, kinds }), { alpha, seed: 1 })
  const { contrasts, critical, isByUnit, isExact } = decision
  const z = decision.fit.converged ? decision.z[1] : 0
  const contrast = contrasts.contrast(0, 1)
  const { lead, variance, degrees } = contrast
  const half = distance(contrast, z, critical.first(contrast), { isByUnit, isByRatio: isExact })
  const share = sigmoid(lead)
  const units = Math.min(...all.map(({ count }) => count))
  const [wins, losses] = [LEFT, RIGHT].map((own) => outcome.filter((one) => one === own).length)
  const ties = votes - wins - losses
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
    p: Math.exp(logTwoTails(z)),
    wilson: wilsonInterval(wins, wins + losses, normalQuantile(alpha / 2)),
    signTest: signTest(wins, losses),
  }
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
