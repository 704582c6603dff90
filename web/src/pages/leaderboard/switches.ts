import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import type { Board, BoardContestant, View } from '../../../../shared/contracts/board.ts'
import { columnsOf } from './columns.ts'
import { BY_RATING, sortText, type Sort } from './sorting.ts'

export interface Option {
  /** What the address says; null takes the parameter out. */
  value: string | null
  label: string
}

/** One choice the reader has, as it stands in the address. */
export interface Switch {
  name: string
  label: string
  options: Option[]
  chosen: string | null
}

const SOURCES: Record<string, string> = {
  humans: 'Humans',
  judges: 'All judges',
  all: 'All votes',
  powered: 'Powered by judges',
  simulated: 'Simulated',
}

/** "Humans", "Judge “strict”" */
export function sourceLabel(source: string): string {
  return SOURCES[source] ?? (source.startsWith('judge:') ? `Judge “${source.slice(6)}”` : source)
}

/** "overall" → "Overall" */
export function titled(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The switches of an arena: only what has votes, and only where there is a choice; the source is always said. */
export function switchesOf(detail: ArenaDetail, view: View): Switch[] {
  const sources = detail.sources.map(({ source }) => ({ value: source, label: sourceLabel(source) }))
  const criteria = detail.criteria.map((criterion) => ({ value: criterion, label: titled(criterion) }))
  const categories = detail.categories.map((category) => ({ value: category, label: titled(category) }))
  return [
    ...(sources.length > 0
      ? [{ name: 'source', label: 'Source', options: sources, chosen: view.source }]
      : []),
    ...(criteria.length > 1
      ? [{ name: 'criterion', label: 'Criterion', options: criteria, chosen: view.criterion }]
      : []),
    ...(categories.length > 1
      ? [
          {
            name: 'category',
            label: 'Category',
            options: [{ value: null, label: 'All' }, ...categories],
            chosen: view.category,
          },
        ]
      : []),
  ]
}

/** Nobody is rated here, while simulated votes would make a board of their own. */
export function simulatedElsewhere({ view, contestants }: Board, detail: ArenaDetail | null): boolean {
  if (view.source === 'simulated' || contestants.some(({ status }) => status === 'rated')) return false
  return detail?.sources.some(({ source, votes }) => source === 'simulated' && votes > 0) ?? false
}

export type Whisker = 'together' | 'alone'

/** Hides the thin whiskers only; sentence, ranks, line and brackets always follow them. */
export function whiskerSwitch(chosen: Whisker): Switch {
  const options = [
    { value: null, label: 'All at once' },
    { value: 'alone', label: 'Each alone' },
  ]
  return { name: 'whisker', label: 'Whisker', options, chosen: chosen === 'alone' ? 'alone' : null }
}

/** The order of rows, for screens without column heads: each column in its natural direction. */
export function orderSwitch(contestants: readonly BoardContestant[], sort: Sort): Switch {
  const columns = [
    { key: 'name' as const, label: 'Contestant' },
    ...columnsOf(contestants).map(({ key, label }) => ({ key, label })),
  ]
  const options = [
    { value: null, label: 'By rating' },
    ...columns.map(({ key, label }) => ({ value: key, label: `By ${label.toLowerCase()}` })),
  ]
  return {
    name: 'sort',
    label: 'Order',
    options,
    chosen: sort.key === BY_RATING.key ? null : sortText({ ...sort, reversed: false }),
  }
}
