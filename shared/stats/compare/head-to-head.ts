import { signTest, normalQuantile, logStudentTail, wilsonInterval } from '../numbers/distributions.ts'
import { clusteredMean } from '../intervals/clustered-mean.ts'
import { correctionOf } from '../intervals/comparison.ts'

/** The result of one contestant against another. */
export interface HeadToHead {
  wins: number
  losses: number
  ties: number
  votes: number
  /** The number of prompts or other units. If voters are units too, the smaller number. */
  units: number
  /** How many equal units they are worth (see `Evidence`): one more than the degrees of freedom. */
  effectiveUnits: number
  /** (wins + ties/2) / votes. */
  winRate: number
  /** Clustered by unit. Null for fewer than two units. */
  standardError: number | null
  /** The interval of the win rate, at level 1 − alpha. */
  interval: [number, number]
  /**
   * The interval and p come from the clustered standard error or, if all units agree, from the exact sign test of
   * units.
   */
  intervalBy: 'normal' | 'exact'
  /** Two-sided. At most alpha if the interval excludes ½. */
  p: number
  /** Wilson's interval of wins/(wins + losses) at level 1 − alpha. Null without decisive votes. */
  wilson: [number, number] | null
  /** p of the exact two-sided sign test of wins and losses, which ignores units. */
  signTest: number
}

/**
 * Two contestants compared directly: the win rate, its normal interval from the standard error clustered by unit
 * and with the correction for few units (`clusteredMean`), and further figures. Assumes that units are independent.
 * If all units agree there is no standard error. Interval and p are then those of the exact sign test that counts
 * each unit once, so that a few wins without a loss decide nothing. Costs one pass. Null without a score.
 * @param score  1 won, ½ tie, 0 lost
 * @param crossed  a second kind of unit, such as voters beside prompts (`clusteredMean`)
 * @throws {RangeError} unless 0 < alpha < 1
 */
export function headToHead(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  alpha = 0.05,
  crossed: ArrayLike<number> | null = null,
): HeadToHead | null {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('alpha must lie between 0 and 1.')
  const x = normalQuantile(alpha / 2)
  const clustered = clusteredMean(score, unit, x, crossed)
  if (!clustered) return null
  const { standardError, units, effective, unbiased } = clustered
  let wins = 0
  let losses = 0
  for (let i = 0; i < score.length; i++) {
    if (score[i] === 1) wins++
    else if (score[i] === 0) losses++
  }
  const decisive = wins + losses
  const ties = score.length - decisive
  // not the sum of rounded shares: thresholds are compared with it
  const winRate = (wins + ties / 2) / score.length
  const apart = Math.abs(winRate - 0.5)
  return {
    wins,
    losses,
    ties,
    votes: score.length,
    units,
    effectiveUnits: effective,
    winRate,
    standardError,
    ...(clustered.interval
      ? {
          interval: clustered.interval,
          intervalBy: 'normal',
          p: studentP(apart, standardError!, unbiased, effective),
        }
      : {
          ...ofOneMind(winRate, units, alpha, x),
          intervalBy: 'exact',
        }),
    wilson: wilsonInterval(wins, decisive, x),
    signTest: signTest(wins, losses),
  }
}

/** If all units agree: the exact sign test of units, and the shares of such units that it does not exclude. */
function ofOneMind(winRate: number, units: number, alpha: number, x: number) {
  if (winRate === 0.5) return { interval: wilsonInterval(units / 2, units, x)!, p: 1 }
  const end = (alpha / 2) ** (1 / units)
  const interval: [number, number] =
    winRate > 0.5 ? [Math.min(end, winRate), 1] : [0, Math.max(1 - end, winRate)]
  return { interval, p: Math.min(1, 2 ** (1 - units)) }
}

/** Two-sided, with the same correction as the interval: at most alpha exactly if the interval excludes ½. */
function studentP(apart: number, standardError: number, unbiased: number, effective: number): number {
  const t = apart / (correctionOf(unbiased) * standardError)
  return Math.min(1, 2 * Math.exp(logStudentTail(t, Math.max(2, effective) - 1)))
}
