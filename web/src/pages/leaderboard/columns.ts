import { SORT_KEYS } from '../../../../shared/contracts/limits.ts'
import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'
import type { BoardView, Row } from '../../../../shared/finish/board-view.ts'
import { boardWords } from '../../../../shared/finish/headline.ts'
import { money, compareNames } from '../../ui/figures.ts'
import { words } from '../../words/words.ts'
import { language } from '../../words/language.svelte.ts'
import { hasRating, type Rated } from '../../charts/scales.ts'

/** Keys of the columns right of the plot. */
type FigureKey = 'winRate' | 'votes' | 'costUsd'

export interface Column {
  key: FigureKey
  /** Beside a figure on a phone. */
  unit: string
  /** The order by this column. */
  order: string
  /** What it means, where that is not plain. */
  title?: string
  label: string
  show: (row: Pick<Row, 'winRate' | 'votes'>, contestant: BoardContestant) => string
}

/** The columns right of the plot. Cost is left out if nobody has one. */
export function boardColumns(contestants: readonly BoardContestant[]): Column[] {
  const say = boardWords(language.code)
  const { winRate, votes, costUsd } = words.board.columns
  const cost: Column = {
    ...costUsd,
    key: 'costUsd',
    label: costUsd.unit,
    show: (_, contestant) => (contestant.costUsd === null ? '–' : money(1000 * contestant.costUsd)),
  }
  return [
    { ...winRate, key: 'winRate', label: say.winRate, show: (row) => row.winRate || '–' },
    { ...votes, key: 'votes', label: say.votesHead, show: (row) => row.votes },
    ...(contestants.some((contestant) => contestant.costUsd !== null) ? [cost] : []),
  ]
}

export type ColumnKey = (typeof SORT_KEYS)[number]

export interface Sort {
  key: ColumnKey
  /** Whether the column's natural direction (best, most, or A first) is reversed. */
  reversed: boolean
}

/** The order that the address does not name: those that cross the line first, then the others, each by rating. */
const BY_RATING: Sort = { key: 'rating', reversed: false }

/** Parses "votes" or "-votes" of an address. Anything else is the usual order. */
export function parseSort(text: string | null): Sort {
  const reversed = text?.startsWith('-') ?? false
  const key = SORT_KEYS.find((candidate) => candidate === text?.slice(reversed ? 1 : 0))
  return key ? { key, reversed } : BY_RATING
}

export function sortText({ key, reversed }: Sort): string | null {
  if (key === BY_RATING.key && !reversed) return null
  return reversed ? `-${key}` : key
}

/** The order after a click on a column's head: that column, or its other direction. */
export function sortAfter(current: Sort, key: ColumnKey): Sort {
  return { key, reversed: current.key === key && !current.reversed }
}

export function isByRating(sort: Sort): boolean {
  return sortText(sort) === null
}

/** Sorts the rated contestants of a board. Ties keep the order of its rows. Missing numbers come last. */
export function arranged(
  view: Pick<BoardView, 'groups'>,
  contestants: readonly BoardContestant[],
  sort: Sort,
): Rated[] {
  const { key, reversed } = sort
  const sign = reversed ? -1 : 1
  const rated = new Map(contestants.filter(hasRating).map((contestant) => [contestant.name, contestant]))
  const shown = view.groups
    .filter(({ kind }) => kind === 'first' || kind === 'behind')
    .flatMap(({ rows, thin }) => [...rows, ...thin])
    .flatMap((row) => rated.get(row.key) ?? [])
  if (isByRating(sort)) return shown
  return shown.sort((a, b) => {
    if (key === 'name') return sign * compareNames(a.name, b.name)
    if (key === 'place') return sign * (placeOf(a) - placeOf(b))
    const [left, right] = [a[key], b[key]]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (right - left)
  })
}

/** A number that orders places by the best one, then by the worst. */
function placeOf({ place }: Rated): number {
  return place ? place[0] * 1e6 + place[1] : Infinity
}

/** Sorts `next` in the order of the names `shown`, new ones last. */
export function keepOrder(next: readonly Rated[], shown: readonly string[]): Rated[] {
  const placeAmong = new Map(shown.map((name, index) => [name, index]))
  const placeOf = (contestant: Rated) => placeAmong.get(contestant.name) ?? shown.length
  return [...next].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Remembers the shown order, so that no row moves while the reader looks at one. */
export class RowOrder {
  #shown: readonly string[] = []
  #orderKey = ''

  /** The rated rows to show. While `busy`, they keep their order unless the sort order or the votes that are counted change. */
  of(
    view: Pick<BoardView, 'groups'>,
    board: Pick<Board, 'contestants' | 'view'>,
    sort: Sort,
    busy: boolean,
  ): readonly Rated[] {
    const orderKey = JSON.stringify([board.view, sortText(sort)])
    const sorted = arranged(view, board.contestants, sort)
    const rows = busy && orderKey === this.#orderKey ? keepOrder(sorted, this.#shown) : sorted
    this.#orderKey = orderKey
    this.#shown = rows.map(({ name }) => name)
    return rows
  }
}

// Names.

/** Names of all contestants with votes in the view: the rated ones first, each group in the board's order. */
export function namesWithVotes({ contestants }: Pick<Board, 'contestants'>): string[] {
  const withVotes = contestants.filter(({ votes }) => votes > 0)
  const rated = withVotes.filter(({ rating }) => rating !== null)
  return [...rated, ...withVotes.filter(({ rating }) => rating === null)].map(({ name }) => name)
}

/**
 * Returns a test for names: every word of `searchText` must occur in the name. Ignores case and accents. An empty text
 * matches every name.
 */
export function matcher(searchText: string): (name: string) => boolean {
  const parts = folded(searchText).split(/\s+/).filter(Boolean)
  return (name) => {
    const foldedName = folded(name)
    return parts.every((part) => foldedName.includes(part))
  }
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The names that match. Null: all. The selected one is always included, so that its comparison stays visible. */
export function matchingNames(
  contestants: readonly Pick<BoardContestant, 'name'>[],
  searchText: string,
  selected: string | null,
): ReadonlySet<string> | null {
  if (searchText.trim() === '') return null
  const matches = matcher(searchText)
  return new Set(contestants.map(({ name }) => name).filter((name) => matches(name) || name === selected))
}

/** What an answer of a contestant takes. Null: not known. */
type Measure = (contestant: BoardContestant) => number | null

export const COST: Measure = ({ costUsd }) => costUsd
export const TIME: Measure = ({ latencyMs }) => latencyMs ?? null
