import type { Board, BoardContestant } from '../contracts/board.ts'

/** Whether a contestant has too few votes for a rating: its own interval would be too wide to say anything. */
export const hasTooFewVotes = ({ reason }: Pick<BoardContestant, 'reason'>): boolean =>
  reason === 'too_few_votes'

/** With so many votes each, about half of the contestants have a rating, for 2 to 12 contestants and 1 to 12 voters. */
const VOTES_EACH = 5

/** About how many votes it takes until half of so many contestants have a rating. */
export const votesForFirstRatings = (contestants: number): number => Math.ceil((contestants * VOTES_EACH) / 2)

/**
 * How many votes a board has of about how many until half of its contestants have a rating. Null: they have one, or no
 * number of votes gives them one.
 */
export function untilFirstRatings(board: Pick<Board, 'contestants' | 'votes' | 'method'>) {
  const inUse = board.contestants.filter(({ retired }) => !retired)
  const rated = inUse.filter(isPlaced).length
  if (board.method !== 'bradley-terry' || rated >= inUse.length / 2) return null
  return { votes: board.votes, of: Math.max(votesForFirstRatings(inUse.length), board.votes + 1) }
}

/** A contestant that is shown with a number and an interval. */
export type Placed = BoardContestant & { rating: number }

/** Whether a contestant is shown with its number. */
export function isPlaced(contestant: BoardContestant): contestant is Placed {
  return contestant.status === 'rated' && contestant.rating !== null
}

/**
 * Whether a board knows too little to name a dead heat: it shows no contestant with a number, and everybody with too few
 * votes may be first.
 */
export function isLittleKnown({ contestants, deadHeatForFirst }: Board): boolean {
  const inHeat = new Set(deadHeatForFirst)
  return (
    inHeat.size > 0 &&
    !contestants.some(isPlaced) &&
    contestants.filter(hasTooFewVotes).every(({ name }) => inHeat.has(name))
  )
}
