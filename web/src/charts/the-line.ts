import type { Board } from '../../../shared/contracts/board.ts'
import { comparisonSpan } from './span.ts'

/** The line: the highest lower end of the comparison intervals, or null where there are none. */
export function lineOf(board: Board): number | null {
  const lows = board.contestants.flatMap((contestant) => {
    const low = comparisonSpan(contestant)?.low
    return low !== undefined && Number.isFinite(low) ? [low] : []
  })
  return lows.length > 0 ? Math.max(...lows) : null
}

/** Names of everyone who may be first: the winner alone, or the dead heat for first. The board has decided; this only reads it. */
export function mayBeFirst(board: Board): ReadonlySet<string> {
  return new Set(board.winner !== null ? [board.winner] : board.deadHeatForFirst)
}
