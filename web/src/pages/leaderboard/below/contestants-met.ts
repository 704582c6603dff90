import type { Board } from '../../../../../shared/contracts/board.ts'

/** Most contestants in one grid, unless the reader asks for all. */
export const MOST_AT_ONCE = 40

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
  const rows = Math.min(names, MOST_AT_ONCE)
  return names > DENSE_ABOVE ? (names > MOST_AT_ONCE ? 280 : 230) + 28 * rows : 125 + 40 * rows
}

/** Widths in pixels for a grid with a panel beside it: the most it may take, a column, and parts of the row heads. */
const WIDTH = { all: 820, column: 90, letter: 6.5, longestName: 143, gaps: 18 }

/** Whether the whole grid leaves room for a panel beside it. */
export function leavesRoom(met: readonly string[]): boolean {
  const longest = Math.max(0, ...met.map((name) => name.length))
  const names = Math.min(WIDTH.longestName, WIDTH.letter * longest)
  return names + WIDTH.gaps + WIDTH.column * met.length <= WIDTH.all
}
