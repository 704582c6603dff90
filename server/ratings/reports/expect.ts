import { expectLeader, type Expectation, type NoExpectation } from '../../../shared/stats/plan/expect.ts'
import { measureRated } from '../../../shared/stats/intervals/measurement.ts'
import { tally } from '../../../shared/stats/fit/tally.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { numbered, shiftOf } from './fitted.ts'

/** The highest rated contestant, and its expected rating on new units. */
export interface LeaderExpectation {
  contestant: string
  /** As on the board. */
  rating: number
  /** Rating expected on new units, with the 95 % interval. */
  expected: number
  interval: [number, number]
  /** The rating points by which `rating` is expected to be too high. */
  optimism: number
  /** Expected win rate against the average of the others that are rated, with the 95 % interval. */
  winRate: number
  winRateInterval: [number, number]
}

export interface ExpectReport {
  /** What the new units are: `prompt`, `voter` or `vote`. */
  unit: Board['cluster']
  leader: LeaderExpectation | null
  /** Why the board has no leader; null if it has one. */
  reason: NoExpectation | null
}

/**
 * Estimates the rating of the highest rated contestant on new units. Its rating is too high on the units that ranked
 * it.
 */
export function expectReport(table: VoteTable, board: Board): ExpectReport {
  const { names, columns, resampledBy } = numbered(table, board)
  const measured = measureRated(tally(columns, resampledBy, board.ties), 'comparison', board)
  const { expectation, reason } = expectLeader(measured)
  return {
    unit: board.cluster,
    leader: expectation && inPoints(expectation, names[expectation.contestant], shiftOf(board)),
    reason,
  }
}

/** The expectation on the scale of ratings. @param shift rating points by which an anchor shifts the board */
export function inPoints(expectation: Expectation, contestant: string, shift: number): LeaderExpectation {
  const { rated, theta, interval, optimism, winRate, winRateInterval } = expectation
  return {
    contestant,
    rating: toRating(rated) + shift,
    expected: toRating(theta) + shift,
    interval: [toRating(interval[0]) + shift, toRating(interval[1]) + shift],
    optimism: toRating(optimism) - toRating(0),
    winRate,
    winRateInterval,
  }
}
