import type { Board } from '../../../../../shared/contracts/board.ts'

/** So many contestants fit into one grid. */
export const MOST_AT_ONCE = 40

/** Of more, all pairs are megabytes and their grid is no picture: one is shown against all. */
export const MOST_IN_ALL = 60

const DENSE_ABOVE = 10

/** Names of everybody with votes in the view, in the board's order: the rated first. */
export function metIn({ contestants }: Pick<Board, 'contestants'>): string[] {
  const withVotes = contestants.filter(({ votes }) => votes > 0)
  const rated = withVotes.filter(({ rating }) => rating !== null)
  return [...rated, ...withVotes.filter(({ rating }) => rating === null)].map(({ name }) => name)
}

/** Pixels their grid will about take, its words included. */
export function roomFor(names: number): number {
  if (names < 2) return 100
  if (names > MOST_IN_ALL) return 420
  const rows = Math.min(names, MOST_AT_ONCE)
  return names > DENSE_ABOVE ? (names > MOST_AT_ONCE ? 280 : 230) + 28 * rows : 125 + 40 * rows
}

/** Of the grid on the widest page that has something beside it, in pixels: as much as there is, a column, its heads. */
const WIDTH = { all: 820, column: 90, letter: 6.5, longestName: 143, gaps: 18 }

/** Whether the grid of all against all, whole, leaves room beside it. */
export function leavesRoom(met: readonly string[]): boolean {
  const longest = Math.max(0, ...met.map((name) => name.length))
  const names = Math.min(WIDTH.longestName, WIDTH.letter * longest)
  return names + WIDTH.gaps + WIDTH.column * met.length <= WIDTH.all
}
