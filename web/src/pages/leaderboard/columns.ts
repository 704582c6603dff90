import type { BoardContestant } from '../../../../shared/contracts/board.ts'
import { count, money } from '../../ui/figures.ts'
import type { ColumnKey } from './sorting.ts'

export interface Column {
  key: ColumnKey
  label: string
  /** What the label means, where it is short for something. */
  title?: string
  show: (contestant: BoardContestant) => string
  /** Counts that decide are ink; what only describes is secondary. */
  quiet: boolean
}

const orDash = (value: number | null, show: (value: number) => string) => (value === null ? '–' : show(value))

const ALWAYS: Column[] = [
  { key: 'votes', label: 'Votes', show: ({ votes }) => count(votes), quiet: true },
  { key: 'wins', label: 'Won', show: ({ wins }) => count(wins), quiet: false },
  { key: 'losses', label: 'Lost', show: ({ losses }) => count(losses), quiet: false },
  { key: 'ties', label: 'Tied', title: 'Ties and “both bad”', show: ({ ties }) => count(ties), quiet: false },
]

const WORDS: Column = {
  key: 'averageWords',
  label: 'Words',
  title: 'Words in an answer of its, on average',
  show: ({ averageWords }) => orDash(averageWords, count),
  quiet: true,
}

const COST: Column = {
  key: 'costUsd',
  label: '$/1000',
  title: 'US dollars for 1,000 answers',
  show: ({ costUsd }) => orDash(costUsd, (each) => money(1000 * each)),
  quiet: true,
}

/** The columns right of the plot; length and cost only where somebody has one. */
export function columnsOf(contestants: readonly BoardContestant[]): Column[] {
  return [
    ...ALWAYS,
    ...(contestants.some(({ averageWords }) => averageWords !== null) ? [WORDS] : []),
    ...(contestants.some(({ costUsd }) => costUsd !== null) ? [COST] : []),
  ]
}
