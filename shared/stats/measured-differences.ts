import { isPracticallyEqual } from './differences.ts'
import { sigmoid } from './likelihood.ts'
import type { Measurement } from './measurement.ts'

/** One rated contestant against another, taken singly: natural-log strengths, win rates 0 … 1. */
export interface MeasuredDifference {
  /** The other one. */
  contestant: number
  /** θ of the first less θ of the other, and its 95 % interval. */
  theta: number
  interval: [number, number]
  /** Predicted win rate of the first, and its 95 % interval. */
  winRate: number
  winRateInterval: [number, number]
  practicallyEqual: boolean
}

/** The differences of one contestant, by its number, to every other that is rated; empty where it is not. */
export type DifferencesFrom = (contestant: number) => MeasuredDifference[]

/**
 * Makes the function that tells differences from what was measured of a board: what the board calls practically equal is
 * so here too. Each interval holds for its own pair; which of many pairs are apart is for the comparison intervals to
 * say. Without rounds, or a fit, there is nothing to tell.
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
