import type { BoardContestant } from '../../../shared/contracts/board.ts'
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
