import type { Board } from '../../../../../shared/contracts/board.ts'
import { MANY_CONTESTANTS, MAX_WITH_RECORDS } from '../../../charts/pairs.ts'

/** Names of all contestants with votes in the view: the rated ones first, each group in the board's order. */
export function namesWithVotes({ contestants }: Pick<Board, 'contestants'>): string[] {
  const withVotes = contestants.filter(({ votes }) => votes > 0)
  const rated = withVotes.filter(({ rating }) => rating !== null)
  return [...rated, ...withVotes.filter(({ rating }) => rating === null)].map(({ name }) => name)
}

/** Approximate height of the section with the grid of so many contestants, in pixels. */
export function gridHeight(names: number): number {
  if (names < 2) return 100
  if (names > MANY_CONTESTANTS) return 420
  return names > MAX_WITH_RECORDS ? 230 + 28 * names : 125 + 40 * names
}
