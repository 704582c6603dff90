import type { Board } from '../../../../../shared/contracts/board.ts'
import { MANY } from '../../../../../shared/sentence/sentence.ts'

/** With more contestants, one is shown against all: all pairs would be megabytes and their grid illegible. */
export const MOST_IN_ALL = 60

const DENSE_ABOVE = 10

/** Names of all contestants with votes in the view: the rated ones first, each group in the board's order. */
export function metIn({ contestants }: Pick<Board, 'contestants'>): string[] {
  const withVotes = contestants.filter(({ votes }) => votes > 0)
  const rated = withVotes.filter(({ rating }) => rating !== null)
  return [...rated, ...withVotes.filter(({ rating }) => rating === null)].map(({ name }) => name)
}

/** Approximate height of the section with the grid of so many contestants, in pixels. */
export function roomFor(names: number): number {
  if (names < 2) return 100
  if (names > MOST_IN_ALL) return 420
  if (names > MANY) return 200 + 19 * names
  return names > DENSE_ABOVE ? 230 + 28 * names : 125 + 40 * names
}

/** Widths in pixels for a grid with a panel beside it: the most it may take, a column, and parts of the row heads. */
const WIDTH = { all: 820, column: 90, letter: 6.5, longestName: 143, gaps: 18 }

/** Whether the whole grid leaves room for a panel beside it. */
export function leavesRoom(met: readonly string[]): boolean {
  const longest = Math.max(0, ...met.map((name) => name.length))
  const names = Math.min(WIDTH.longestName, WIDTH.letter * longest)
  return names + WIDTH.gaps + WIDTH.column * met.length <= WIDTH.all
}
