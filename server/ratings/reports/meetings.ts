import { wilsonInterval } from '../../../shared/stats/index.ts'
import { OUTCOMES } from '../../../shared/votes/vote-table.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'

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
  /** Wilson's 95 % interval of wins / (wins + losses), 0 … 1. Null without decisive votes. */
  interval: [number, number] | null
}

const [LEFT, RIGHT, , BOTH_BAD] = OUTCOMES.keys()

/** Every pair that met, sorted by name. One pass. */
export function meetingsIn({ votes, contestants, left, right, outcome }: VoteTable): Meeting[] {
  const pairs = new Map<number, Meeting>()
  for (let i = 0; i < votes; i++) {
    const isInOrder = contestants[left[i]!]! < contestants[right[i]!]!
    const [first, second] = isInOrder ? [left[i]!, right[i]!] : [right[i]!, left[i]!]
    const key = first * contestants.length + second
    const meeting = pairs.get(key) ?? nothingYet(contestants[first]!, contestants[second]!)
    pairs.set(key, meeting)
    const won = outcome[i]
    if (won === LEFT || won === RIGHT) {
      if ((won === LEFT) === isInOrder) meeting.wins++
      else meeting.losses++
    } else {
      meeting.ties++
      if (won === BOTH_BAD) meeting.bothBad++
    }
  }
  return [...pairs.values()]
    .map((meeting) => ({
      ...meeting,
      interval: wilsonInterval(meeting.wins, meeting.wins + meeting.losses),
    }))
    .sort(
      (a, b) => compare(a.contestants[0], b.contestants[0]) || compare(a.contestants[1], b.contestants[1]),
    )
}

const nothingYet = (first: string, second: string): Meeting => ({
  contestants: [first, second],
  wins: 0,
  losses: 0,
  ties: 0,
  bothBad: 0,
  interval: null,
})

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
