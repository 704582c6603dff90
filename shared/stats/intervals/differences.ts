import { sigmoid } from '../fit/likelihood.ts'
import type { Measurement } from './measurement.ts'

/** How far a win rate may be from even without mattering: 3 points. */
export const DELTA = 0.03

/**
 * Whether two contestants are equal for the purpose: their corrected win-rate interval lies inside ½ ± delta (two
 * one-sided tests, Schuirmann 1987, at 2.5 % each). A dead heat is a different result: it says that nothing is
 * known.
 * @param delta  the distance from ½, in win rate, that does not matter
 */
export function isPracticallyEqual(
  difference: { winRateInterval: [number, number] },
  delta = DELTA,
): boolean {
  const [low, high] = difference.winRateInterval
  return low >= 0.5 - delta && high <= 0.5 + delta
}

/** One rated contestant compared with another, for this pair alone. Natural-log strengths; win rates 0 … 1. */
export interface MeasuredDifference {
  contestant: number
  /** θ of the first minus θ of the other, with its 95 % interval. */
  theta: number
  interval: [number, number]
  /** The predicted win rate of the first, with its 95 % interval. */
  winRate: number
  winRateInterval: [number, number]
  practicallyEqual: boolean
}

/** The differences between one contestant, given by number, and every other rated one. Empty if it is not rated. */
export type DifferencesFrom = (contestant: number) => MeasuredDifference[]

/**
 * Makes the function that computes differences from the measurement of a board. Practically equal means the same as
 * on the board. Each interval holds for its pair alone; to tell which of many pairs differ, use the comparison
 * intervals. Null without rounds or without a fit.
 */
export function measuredDifferences({ selection, fit, intervals }: Measurement): DifferencesFrom {
  const { members } = selection
  return (contestant) => {
    const i = members.indexOf(contestant)
    if (i < 0 || !intervals) return []
    return Array.from(members, (other, j): MeasuredDifference => {
      const theta = fit.theta[i] - fit.theta[j]
      const interval = intervals.difference(i, j)
      const winRateInterval: [number, number] = [sigmoid(interval[0]), sigmoid(interval[1])]
      return {
        contestant: other,
        theta,
        interval,
        winRate: sigmoid(theta),
        winRateInterval,
        practicallyEqual: isPracticallyEqual({ winRateInterval }),
      }
    }).filter((_, j) => j !== i)
  }
}
