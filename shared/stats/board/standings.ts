import { sigmoid } from '../fit/likelihood.ts'
import { contestantCounts, type Counts, type Votes } from '../fit/votes.ts'
import type { RatedBoard } from './rate-board.ts'
import type { UnratedReason } from './who-is-rated.ts'

/** The results of a contestant, and what the board says of it. */
export interface Standing extends Counts {
  /** Why it is not rated; null if it is. */
  reason: UnratedReason | null
  /** Natural-log strength. Its mean over the rated is 0; a contestant with few votes counts less in it. */
  theta: number | null
  /** The interval of theta, at the level of the board. */
  interval: [number, number] | null
  /** 1 + the number of contestants above it, and the number of all minus those below it. */
  place: [best: number, worst: number] | null
}

/** One standing for each contestant. `votes` are all votes, also those without a winner that the board drops. */
export function standings(
  votes: Votes,
  { rated, reasons, strengths, intervals, reading }: RatedBoard,
): Standing[] {
  const list = contestantCounts(votes).map((counts, contestant): Standing => ({
    reason: reasons[contestant],
    ...counts,
    theta: null,
    interval: null,
    place: null,
  }))
  if (strengths)
    rated.forEach((contestant, i) =>
      Object.assign(list[contestant], {
        theta: strengths.theta[i],
        interval: intervals && intervals.marginal[i],
        place: reading && reading.places[i],
      }),
    )
  return list
}

/** Everyone that nobody is above, highest rated first: one contestant if it leads or wins. */
export const deadHeat = ({ rated, reading }: RatedBoard): number[] =>
  (reading?.deadHeat ?? []).map((i) => rated[i])

/** The predicted win rate of one rated contestant against another, with its interval for this pair alone. */
export interface PredictedWinRate {
  winRate: number
  interval: [number, number] | null
}

/** Null unless both, given by number, are rated. */
export function predictWinRate(
  { rated, strengths, intervals }: RatedBoard,
  contestant: number,
  rival: number,
): PredictedWinRate | null {
  const [i, j] = [rated.indexOf(contestant), rated.indexOf(rival)]
  if (!strengths || i < 0 || j < 0) return null
  const interval = intervals?.difference(i, j)
  return {
    winRate: sigmoid(strengths.theta[i] - strengths.theta[j]),
    interval: interval ? [sigmoid(interval[0]), sigmoid(interval[1])] : null,
  }
}

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
export function boardDifferences({ rated, strengths, intervals }: RatedBoard): DifferenceFunction {
  return (contestant) => {
    const i = rated.indexOf(contestant)
    if (i < 0 || !strengths || !intervals) return []
    return Array.from(rated, (rival, j): MeasuredDifference => {
      const theta = strengths.theta[i] - strengths.theta[j]
      const interval = intervals.difference(i, j)
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
