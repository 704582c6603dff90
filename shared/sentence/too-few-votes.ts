import type { Board, BoardContestant } from '../contracts/board.ts'

/** Whether a contestant has too few votes for a rating: its own interval would be too wide to say anything. */
export const hasTooFewVotes = ({ reason }: Pick<BoardContestant, 'reason'>): boolean =>
  reason === 'too_few_votes'

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
