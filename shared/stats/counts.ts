import { BOTH_BAD, LEFT, RIGHT } from './types.ts'
import type { VoteColumns } from './types.ts'

/** What a contestant's votes came to, each vote counted once. */
export interface Counts {
  wins: number
  losses: number
  /** Votes without a winner, `bothBad` included. */
  ties: number
  bothBad: number
  votes: number
}

/** The counts of every contestant, over all votes. */
export function countsOf(votes: VoteColumns): Counts[] {
  const all = Array.from({ length: votes.contestants }, () => ({
    wins: 0,
    losses: 0,
    ties: 0,
    bothBad: 0,
    votes: 0,
  }))
  for (let vote = 0; vote < votes.outcome.length; vote++) {
    const left = all[votes.left[vote]]
    const right = all[votes.right[vote]]
    left.votes++
    right.votes++
    const outcome = votes.outcome[vote]
    if (outcome === LEFT || outcome === RIGHT) {
      const [winner, loser] = outcome === LEFT ? [left, right] : [right, left]
      winner.wins++
      loser.losses++
      continue
    }
    for (const side of [left, right]) {
      side.ties++
      if (outcome === BOTH_BAD) side.bothBad++
    }
  }
  return all
}
