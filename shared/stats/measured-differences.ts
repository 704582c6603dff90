import { fieldOf } from './field.ts'
import { isPracticallyEqual } from './differences.ts'
import type { JudgedBattles } from './judged-battles.ts'
import { sigmoid } from './likelihood.ts'
import { measure } from './measurement.ts'
import { among } from './points.ts'
import type { Tally } from './tally.ts'

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
 * Makes the function that tells differences, from the fit and the spread that a board of the same tally, rounds and
 * seed has: what a board calls practically equal is so here too. With the recipe `preview` the spread is the sandwich
 * covariance's (Huber 1967; Liang & Zeger 1986), which takes no rounds. Each interval holds for its own pair; which of
 * many pairs are apart is for the comparison intervals to say. Without rounds, or a fit, there is nothing to tell.
 */
export function measuredDifferences(
  tally: Tally,
  recipe: 'comparison' | 'preview',
  { rounds, seed }: { rounds: number; seed: number },
  judged: JudgedBattles | null = null,
): DifferencesFrom {
  const everyone = among(
    tally,
    Int32Array.from({ length: tally.contestants }, (_, i) => i),
  )
  const { rated } = fieldOf(everyone.points)
  const selection = rated.length === tally.contestants ? everyone : among(tally, rated)
  const { fit, intervals } = measure(
    tally,
    selection,
    recipe,
    rounds > 1 ? { rounds, seed, onProgress: () => undefined } : null,
    judged,
  )
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
