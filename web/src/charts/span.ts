import type { BoardContestant, Board } from '../../../shared/contracts/board.ts'
import { leaderOf } from '../../../shared/sentence/sentence.ts'
import { isPlaced, type Placed } from '../../../shared/sentence/too-few-votes.ts'

/** A closed interval on the rating scale; an open end is ±Infinity. */
export interface Span {
  low: number
  high: number
}

/** A rated contestant. */
export type Rated = Placed

/** Position of one contestant relative to another, by comparison intervals only. */
export type RelativePosition = 'equal' | 'above' | 'below'

/** Whether a contestant has a row in the plot: it is rated on enough votes. */
export const isRated = isPlaced

/** The comparison interval (thin whisker). Null: the board has none. */
export function comparisonSpan(contestant: BoardContestant): Span | null {
  if (contestant.comparison === null) return null
  const [low, high] = contestant.comparison
  return { low: low ?? -Infinity, high: high ?? Infinity }
}

/** Compares `other` with `chosen`. Intervals that overlap or touch count as equal. */
export function standing(other: Span, selected: Span): RelativePosition {
  if (other.low > selected.high) return 'above'
  if (other.high < selected.low) return 'below'
  return 'equal'
}

/**
 * Ends of the thin whisker that lie on the thick one, where only a tick shows them: with few contestants the
 * comparison interval can be the shorter of the two.
 */
export function endsOnThick(thin: Span, thick: Span): number[] {
  return [...(thin.low > thick.low ? [thin.low] : []), ...(thin.high < thick.high ? [thin.high] : [])]
}

/** The line: the highest lower end of the comparison intervals. Null: there are none. */
export function lineOf(board: Board): number | null {
  const lows = board.contestants.flatMap((contestant) => {
    const low = comparisonSpan(contestant)?.low
    return low !== undefined && Number.isFinite(low) ? [low] : []
  })
  return lows.length > 0 ? Math.max(...lows) : null
}

/** Names of all that may be first, as the board declares: who leads, or the dead heat for first. */
export function mayBeFirst(board: Board): ReadonlySet<string> {
  const leader = leaderOf(board)
  return new Set(leader !== null ? [leader] : board.deadHeatForFirst)
}
