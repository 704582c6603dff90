import { bootstrapSpread } from '../../../shared/stats/intervals/spread.ts'
import { comparisonIntervals } from '../../../shared/stats/intervals/intervals.ts'
import { isPracticallyEqual } from '../../../shared/stats/intervals/differences.ts'
import { resampler } from '../../../shared/stats/intervals/bootstrap.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { fittedOf, numbered } from './fitted.ts'

export interface PracticallyEqualReport {
  /** Practically equal means a win rate within ½ ± delta. */
  delta: number
  /** The number of tested pairs: all pairs of rated contestants. */
  pairs: number
  /** The predicted win rate of the first against the second, and its 95 % interval for this pair alone. */
  equal: { contestants: [string, string]; winRate: number; interval: [number, number] }[]
}

/**
 * The pairs whose difference is known to be too small to matter. A dead heat does not imply this. Null without
 * rounds.
 */
export function practicallyEqualReport(
  table: VoteTable,
  board: Board,
  delta: number,
): PracticallyEqualReport | null {
  if (board.rounds < 2) return null
  const fitted = fittedOf(numbered(table, board), board)
  if (!fitted) return { delta, pairs: 0, equal: [] }
  const { names, tally, selection, theta, evidence } = fitted
  const { rounds, seed } = board
  const resample = resampler(tally, selection)
  const { difference } = comparisonIntervals(
    selection.points,
    theta,
    evidence,
    bootstrapSpread(selection.points, theta, resample, { rounds, seed, onProgress: () => undefined }),
  )
  const order = [...theta.keys()].sort((a, b) => theta[b] - theta[a] || a - b)
  const equal: PracticallyEqualReport['equal'] = []
  order.forEach((i, place) => {
    for (const j of order.slice(place + 1)) {
      const winRate = sigmoid(theta[i] - theta[j])
      // contestants further down are further away
      if (winRate > 0.5 + delta) break
      const [low, high] = difference(i, j)
      const winRateInterval: [number, number] = [sigmoid(low), sigmoid(high)]
      if (isPracticallyEqual({ winRateInterval }, delta))
        equal.push({
          contestants: [names[selection.members[i]], names[selection.members[j]]],
          winRate,
          interval: winRateInterval,
        })
    }
  })
  return { delta, pairs: (theta.length * (theta.length - 1)) / 2, equal }
}
