/** What the votes say of each pair: who beat whom how often, and who is practically equal. */
import { countOutcome } from '../../../shared/stats/fit/votes.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { isPracticallyEqual } from '../../../shared/stats/intervals/measurement.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import { refitBoard } from './fitted.ts'

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
  const {
    names,
    measurement: {
      rated,
      fit: { theta },
      intervals,
    },
  } = refitBoard(table, board)
  if (!intervals) return { delta, pairs: 0, equal: [] }
  const order = [...theta.keys()].sort((a, b) => theta[b] - theta[a] || a - b)
  const equal: PracticallyEqualReport['equal'] = []
  order.forEach((i, place) => {
    for (const j of order.slice(place + 1)) {
      const winRate = sigmoid(theta[i] - theta[j])
      // contestants further down are further away
      if (winRate > 0.5 + delta) break
      const [low, high] = intervals.difference(i, j)
      const winRateInterval: [number, number] = [sigmoid(low), sigmoid(high)]
      if (isPracticallyEqual({ winRateInterval }, delta))
        equal.push({
          contestants: [names[rated[i]], names[rated[j]]],
          winRate,
          interval: winRateInterval,
        })
    }
  })
  return { delta, pairs: (theta.length * (theta.length - 1)) / 2, equal }
}

/** The votes on one pair of contestants, seen from the first. */
export interface Meeting {
  /** In alphabetical order. */
  contestants: [string, string]
  wins: number
  losses: number
  /** Votes without a winner. */
  ties: number
  /** How many of the ties called both bad. */
  bothBad: number
}

/** Every pair that met, sorted by name. One pass. */
export function countMeetings({ votes, contestants, left, right, outcome }: VoteTable): Meeting[] {
  const pairs = new Map<number, Meeting>()
  for (let i = 0; i < votes; i++) {
    const isInOrder = contestants[left[i]!]! < contestants[right[i]!]!
    const [first, second] = isInOrder ? [left[i]!, right[i]!] : [right[i]!, left[i]!]
    const key = first * contestants.length + second
    const meeting = pairs.get(key) ?? nothingYet(contestants[first]!, contestants[second]!)
    pairs.set(key, meeting)
    countOutcome(meeting, outcome[i], isInOrder)
  }
  return [...pairs.values()].sort(
    (a, b) =>
      byCodeUnits(a.contestants[0], b.contestants[0]) || byCodeUnits(a.contestants[1], b.contestants[1]),
  )
}

const nothingYet = (first: string, second: string): Meeting => ({
  contestants: [first, second],
  wins: 0,
  losses: 0,
  ties: 0,
  bothBad: 0,
})
