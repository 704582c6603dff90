import { signTest } from './binomial.ts'
import { clusteredMean } from './clustered-mean.ts'
import { correctionOf } from './comparison.ts'
import { normalQuantile } from './normal.ts'
import { logStudentTail } from './student-t.ts'
import { wilsonInterval } from './wilson.ts'

/** What votes say of one contestant against another. */
export interface HeadToHead {
  wins: number
  losses: number
  ties: number
  votes: number
  /** Prompts, or whatever else hangs together; where voters count beside prompts, the smaller number. */
  units: number
  /** So many equal units they are worth (`Evidence`): one more than the degrees of freedom. */
  effectiveUnits: number
  /** (wins + ties/2) / votes. */
  winRate: number
  /** Clustered by unit; null from fewer than two. */
  standardError: number | null
  /** Of the win rate, at level 1 − alpha. */
  interval: [number, number]
  /** By the clustered standard error; or, where all units say the same, by the exact test of so many. */
  intervalBy: 'normal' | 'exact'
  /** Two-sided; at most alpha where ½ lies outside the interval. */
  p: number
  /** Wilson's interval of wins/(wins + losses) at level 1 − alpha; null where nothing is decisive. */
  wilson: [number, number] | null
  /** The exact two-sided sign test of wins and losses, which knows nothing of units. */
  signTest: number
}

/**
 * Two contestants compared directly: win rate, its normal interval from the standard error clustered by unit and with
 * the correction for few units (`clusteredMean`), and what stands beside it. Assumes that units are independent.
 * Where all units say the same there is no standard error; then the interval and p are those of the exact sign test
 * that counts each unit once, so that a few wins out of as many decide nothing. Costs one pass. Null without a score.
 * @param score  1 won, ½ tie, 0 lost
 * @param crossed  units of another kind, such as voters beside prompts (`clusteredMean`)
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
  const found = clusteredMean(score, unit, x, crossed)
  if (!found) return null
  const { standardError, units, effective, unbiased } = found
  let wins = 0
  let losses = 0
  for (let i = 0; i < score.length; i++) {
    if (score[i] === 1) wins++
    else if (score[i] === 0) losses++
  }
  const decisive = wins + losses
  const ties = score.length - decisive
  // not the sum of rounded shares: thresholds are held against it
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
    ...(found.interval
      ? {
          interval: found.interval,
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

/** All units say the same: the exact sign test of units, and the shares of such units that it leaves possible. */
function ofOneMind(winRate: number, units: number, alpha: number, x: number) {
  if (winRate === 0.5) return { interval: wilsonInterval(units / 2, units, x)!, p: 1 }
  const end = (alpha / 2) ** (1 / units)
  const interval: [number, number] =
    winRate > 0.5 ? [Math.min(end, winRate), 1] : [0, Math.max(1 - end, winRate)]
  return { interval, p: Math.min(1, 2 ** (1 - units)) }
}

/** Two-sided, by the same correction as the interval: at most alpha just where that one leaves ½ out. */
function studentP(apart: number, standardError: number, unbiased: number, effective: number): number {
  const t = apart / (correctionOf(unbiased) * standardError)
  return Math.min(1, 2 * Math.exp(logStudentTail(t, Math.max(2, effective) - 1)))
}
