import type { Board, BoardContestant } from '../contracts/board.ts'
import { isPlaced } from '../sentence/index.ts'
import type { Placed } from '../sentence/index.ts'

/** The rows of a picture, and what is folded into its last line. */
export interface PlateRows {
  /** With a rating, highest first. */
  placed: Placed[]
  /** Without a rating or with too few votes, in the order of the board. */
  others: BoardContestant[]
  folded: { placed: Placed[]; others: number } | null
}

/** The most lines of a picture, the folded one included. */
const MOST_ROWS = 12

/** The contestants that a picture shows: all of them, or the first eleven and a line about the others. */
export function plateRows({ contestants }: Board): PlateRows {
  const placed = contestants.filter(isPlaced).sort((a, b) => b.rating - a.rating)
  const others = contestants.filter((row) => !isPlaced(row))
  if (contestants.length <= MOST_ROWS) return { placed, others, folded: null }
  const shown = placed.slice(0, MOST_ROWS - 1)
  const shownOthers = others.slice(0, MOST_ROWS - 1 - shown.length)
  return {
    placed: shown,
    others: shownOthers,
    folded: { placed: placed.slice(shown.length), others: others.length - shownOthers.length },
  }
}

/** Names of all that may be first, as the board declares: the winner, or the dead heat for first. */
export function mayBeFirst({ winner, deadHeatForFirst }: Board): ReadonlySet<string> {
  return new Set(winner === null ? deadHeatForFirst : [winner])
}

/** The line: the highest lower end of the comparison intervals. Null: there is none. */
export function lineOf({ contestants }: Board): number | null {
  return contestants.reduce<number | null>((highest, { comparison }) => {
    const low = comparison?.[0] ?? null
    return low !== null && Number.isFinite(low) && low > (highest ?? -Infinity) ? low : highest
  }, null)
}
