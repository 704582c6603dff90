import type { Board } from '../../../../../shared/contracts/board.ts'
import { MANY, MOST_WITH_RECORDS } from '../../../charts/pairs.ts'

/** With more contestants, one is shown against all: all pairs would be megabytes and their grid illegible. */
export const MOST_IN_ALL = 60

/** Names of all contestants with votes in the view: the rated ones first, each group in the board's order. */
export function metIn({ contestants }: Pick<Board, 'contestants'>): string[] {
  const withVotes = contestants.filter(({ votes }) => votes > 0)
  const rated = withVotes.filter(({ rating }) => rating !== null)
  return [...rated, ...withVotes.filter(({ rating }) => rating === null)].map(({ name }) => name)
}

/** Width of the grid of so many contestants with their names, in pixels: a cell with a record takes more. */
export const gridWidth = (names: number): number => 110 + names * (names > MOST_WITH_RECORDS ? 29 : 68)

/** Approximate height of the section with the grid of so many contestants, in pixels. */
export function roomFor(names: number): number {
  if (names < 2) return 100
  if (names > MOST_IN_ALL) return 420
  if (names > MANY) return 200 + 19 * names
  return names > MOST_WITH_RECORDS ? 230 + 28 * names : 125 + 40 * names
}
