import type { RatedBoard } from '../board/rate-board.ts'
import { sigmoid } from '../fit/likelihood.ts'

/** One rated contestant compared with another, for this pair alone. Natural-log strengths; win rates 0 … 1. */
export interface MeasuredDifference {
  contestant: number
  /** θ of the first minus θ of the other, with its interval. */
  theta: number
  interval: [number, number]
  /** The predicted win rate of the first, with its interval. */
  winRate: number
  winRateInterval: [number, number]
}

/** The differences between one contestant, given by number, and every other rated one. Empty if it is not rated. */
export type DifferenceFunction = (contestant: number) => MeasuredDifference[]

/**
 * Makes the function that computes differences on a board. Each interval holds for its pair alone; the bars of the board tell which
 * of many contestants differ. Empty without intervals.
 */
export function boardDifferences({ rated, measured }: RatedBoard): DifferenceFunction {
  return (contestant) => {
    const i = rated.indexOf(contestant)
    if (i < 0 || !measured) return []
    return Array.from(rated, (rival, j): MeasuredDifference => {
      const theta = measured.theta[i] - measured.theta[j]
      const half = i === j ? 0 : measured.differenceHalfWidth(i, j)
      const interval: [number, number] = [theta - half, theta + half]
      return {
        contestant: rival,
        theta,
        interval,
        winRate: sigmoid(theta),
        winRateInterval: [sigmoid(interval[0]), sigmoid(interval[1])],
      }
    }).filter((_, j) => j !== i)
  }
}
