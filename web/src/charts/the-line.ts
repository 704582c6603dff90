import type { Board } from '../../../shared/contracts/board.ts'
import type { Domain } from './axis.ts'
import { comparisonSpan } from './span.ts'

/** The line: the highest lower end of the comparison intervals. Null: there are none. */
export function lineOf(board: Board): number | null {
  const lows = board.contestants.flatMap((contestant) => {
    const low = comparisonSpan(contestant)?.low
    return low !== undefined && Number.isFinite(low) ? [low] : []
  })
  return lows.length > 0 ? Math.max(...lows) : null
}

/** The line where it can be drawn: an unbeaten contestant, which has no row in the plot, may hold it beyond the axis. */
export function lineWithin([low, high]: Domain, line: number | null): number | null {
  return line !== null && line >= low && line <= high ? line : null
}

/** Names of all that may be first, as the board declares: the winner, or the dead heat for first. */
export function mayBeFirst(board: Board): ReadonlySet<string> {
  return new Set(board.winner !== null ? [board.winner] : board.deadHeatForFirst)
}
