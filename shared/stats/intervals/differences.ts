import { inflation, NORMAL_95 } from './comparison.ts'
import type { Deviations } from './bootstrap.ts'
import { sigmoid } from '../fit/likelihood.ts'
import { deviationOfDifference } from './spread.ts'
import type { Measurement } from './measurement.ts'

/** What a board says of two contestants, for this pair alone. */
export interface Difference {
  /** θ_i − θ_j. */
  theta: number
  /** s_ij. */
  standardError: number
  /** 95 %, with the small-sample correction. */
  interval: [number, number]
  /** Predicted win rate of i against j, and its interval. */
  winRate: number
  winRateInterval: [number, number]
  /** The share of rounds in which i was stronger: how probable it is that i is stronger. */
  stronger: number
}

/**
 * Differences from the same rounds as the board's intervals. The interval is θ̂_i − θ̂_j ± 1.96 · h(1.96) · s_ij,
 * with the fewer units of the two. The probability is the share of rounds with θ*_i > θ*_j. Under the Bayesian
 * bootstrap of Rubin (1981) it is the posterior probability that i is stronger; it is never 0 or 1, since half a
 * round is added to either side. Holds for this one pair; for many pairs use the comparison intervals. Costs
 * O(rounds).
 */
export function differenceOf(
  theta: Float64Array,
  deviations: Deviations,
  units: ArrayLike<number>,
  i: number,
  j: number,
): Difference {
  const lead = theta[i] - theta[j]
  const standardError = deviationOfDifference(deviations, i, j)
  const half = NORMAL_95 * inflation(Math.min(units[i], units[j]), NORMAL_95) * standardError
  let above = 0
  for (let round = 0; round < deviations.rounds; round++) {
    const row = round * deviations.contestants
    const drawn = lead + deviations.values[row + i] - deviations.values[row + j]
    above += drawn > 0 ? 1 : drawn === 0 ? 0.5 : 0
  }
  return {
    theta: lead,
    standardError,
    interval: [lead - half, lead + half],
    winRate: sigmoid(lead),
    winRateInterval: [sigmoid(lead - half), sigmoid(lead + half)],
    stronger: (above + 0.5) / (deviations.rounds + 1),
  }
}

/** How far a win rate may be from even without mattering: 3 points. */
export const DELTA = 0.03

/**
 * Whether two contestants are equal for the purpose: their corrected win-rate interval lies inside ½ ± delta (two
 * one-sided tests, Schuirmann 1987, at 2.5 % each). A dead heat is a different result: it says that nothing is
 * known.
 * @param delta  the distance from ½, in win rate, that does not matter
 */
export function isPracticallyEqual(difference: Pick<Difference, 'winRateInterval'>, delta = DELTA): boolean {
  const [low, high] = difference.winRateInterval
  return low >= 0.5 - delta && high <= 0.5 + delta
}

/** One rated contestant compared with another, for this pair alone. Natural-log strengths; win rates 0 … 1. */
export interface MeasuredDifference {
  /** The number of the other contestant. */
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
