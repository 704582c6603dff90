import { BOTH_BAD, LEFT, RIGHT, TIE } from './vote-columns.ts'
import type { VoteColumns } from './vote-columns.ts'

/** The results of a contestant, with each vote counted once. */
export interface Counts {
  wins: number
  losses: number
  /** Votes without a winner, including `bothBad`. */
  ties: number
  bothBad: number
  votes: number
}

const KINDS = 4

/** The counts of every contestant, over all votes. */
export function countsOf({ contestants, left, right, outcome }: VoteColumns): Counts[] {
  const first = new Float64Array(KINDS * contestants)
  const second = new Float64Array(KINDS * contestants)
  for (let vote = 0; vote < outcome.length; vote++) {
    first[KINDS * left[vote] + outcome[vote]]++
    second[KINDS * right[vote] + outcome[vote]]++
  }
  return Array.from({ length: contestants }, (_, contestant) => {
    const at = KINDS * contestant
    const wins = first[at + LEFT] + second[at + RIGHT]
    const losses = first[at + RIGHT] + second[at + LEFT]
    const bothBad = first[at + BOTH_BAD] + second[at + BOTH_BAD]
    const ties = first[at + TIE] + second[at + TIE] + bothBad
    return { wins, losses, ties, bothBad, votes: wins + losses + ties }
  })
}
