import type { Board } from '../../../../../shared/contracts/board.ts'
import { MANY_CONTESTANTS, MAX_WITH_RECORDS } from '../../../charts/pairs.ts'

/** Names of all contestants with votes in the view: the rated ones first, each group in the board's order. */
export function namesWithVotes({ contestants }: Pick<Board, 'contestants'>): string[] {
  const withVotes = contestants.filter(({ votes }) => votes > 0)
  const rated = withVotes.filter(({ rating }) => rating !== null)
  return [...rated, ...withVotes.filter(({ rating }) => rating === null)].map(({ name }) => name)
}

/** About the width of a letter and of a digit in a grid, and of the widest name beside and above it, in pixels. */
const [LETTER, DIGIT] = [6.8, 7.4]
const WIDEST = { beside: 143, above: 72 }
/** Widths of a cell without and with a record, and what stands between and beside cells. */
const CELL = { dense: 27, record: 64, padding: 6, between: 2, beside: 30 }

/** About the width of the grid of these contestants, in pixels. */
export function gridWidth({ contestants }: Pick<Board, 'contestants'>): number {
  const met = contestants.filter(({ votes }) => votes > 0)
  const lengths = met.map(({ name }) => LETTER * name.length)
  const each = Math.max(...met.map(({ votes }) => votes)) / Math.max(1, met.length - 1)
  // wins, losses and ties, with two dashes
  const record = DIGIT * (3 * String(Math.ceil(each)).length + 2) + CELL.padding
  const hasRecords = met.length <= MAX_WITH_RECORDS
  const cells = lengths.map((length) =>
    hasRecords ? Math.max(CELL.record, record, Math.min(WIDEST.above, length)) : CELL.dense,
  )
  const sum = cells.reduce((all, cell) => all + cell + CELL.between, 0)
  return Math.ceil(Math.min(WIDEST.beside, Math.max(...lengths)) + CELL.beside + sum)
}

/** Approximate height of the section with the grid of so many contestants, in pixels. */
export function gridHeight(names: number): number {
  if (names < 2) return 100
  if (names > MANY_CONTESTANTS) return 420
  return names > MAX_WITH_RECORDS ? 230 + 28 * names : 125 + 40 * names
}
