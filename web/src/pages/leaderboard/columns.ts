import type { BoardContestant } from '../../../../shared/contracts/board.ts'
import { count, money } from '../../ui/figures.ts'
import type { ColumnWords } from '../../words/board/en.ts'
import { leaderboard as words } from '../../words/board/index.ts'

/** Keys of the columns right of the plot. */
type FigureKey = 'votes' | 'wins' | 'losses' | 'ties' | 'averageWords' | 'costUsd'

export interface Column extends ColumnWords {
  key: FigureKey
  show: (contestant: BoardContestant) => string
  /** Whether it is printed in the secondary colour, because it does not affect the rating. */
  quiet: boolean
}

const orDash = (value: number | null, show: (value: number) => string) => (value === null ? '–' : show(value))

const COLUMNS: Omit<Column, keyof ColumnWords>[] = [
  { key: 'votes', show: ({ votes }) => count(votes), quiet: true },
  { key: 'wins', show: ({ wins }) => count(wins), quiet: false },
  { key: 'losses', show: ({ losses }) => count(losses), quiet: false },
  { key: 'ties', show: ({ ties }) => count(ties), quiet: false },
  { key: 'averageWords', show: ({ averageWords }) => orDash(averageWords, count), quiet: true },
  { key: 'costUsd', show: ({ costUsd }) => orDash(costUsd, (each) => money(1000 * each)), quiet: true },
]

/** The columns right of the plot. Length and cost are left out if no contestant has a value. */
export function columnsOf(contestants: readonly BoardContestant[]): Column[] {
  return COLUMNS.filter(
    ({ key }) =>
      (key !== 'averageWords' && key !== 'costUsd') ||
      contestants.some((contestant) => contestant[key] !== null),
  ).map((column) => ({ ...column, ...words.here.columns[column.key] }))
}
