import type { Board, BoardContestant } from '../contracts/board.ts'

/** An interval wider than this many rating points says nothing: odds of more than 5,000 to one lie between its ends. */
export const WIDEST_INTERVAL = 1500

/**
 * Whether a rated contestant has too few votes to show its number: its comparison interval, or its own interval if
 * the board has no other, is wider than 1,500 points. An interval with one open end still says something. So does
 * an interval that settles the rank, such as a winner's.
 */
export function hasTooFewVotes({ status, comparison, marginal, rankInterval }: BoardContestant): boolean {
  const interval = comparison ?? marginal
  if (status !== 'rated' || interval === null) return false
  if (rankInterval && rankInterval[0] === rankInterval[1]) return false
  const [low, high] = interval
  if (low === null || high === null) return low === null && high === null
  return high - low > WIDEST_INTERVAL
}

/** A contestant that is shown with a number and an interval. */
export type Placed = BoardContestant & { rating: number }

/** Whether a contestant is shown with its number: it is rated, and has enough votes. */
export function isPlaced(contestant: BoardContestant): contestant is Placed {
  return contestant.status === 'rated' && contestant.rating !== null && !hasTooFewVotes(contestant)
}

/**
 * Whether a board knows too little to name a dead heat: it shows no contestant with a number, and everybody who is rated
 * may be first. If nobody is rated, those who may be first are merely unbeaten.
 */
export function isLittleKnown({ contestants, deadHeatForFirst }: Board): boolean {
  const inHeat = new Set(deadHeatForFirst)
  const rated = contestants.filter(({ status }) => status === 'rated')
  return inHeat.size > 0 && rated.every((one) => hasTooFewVotes(one) && inHeat.has(one.name))
}
