/** What the votes say of each pair: who beat whom how often. */
import { countOutcome } from '../../../shared/stats/fit/votes.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'

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
