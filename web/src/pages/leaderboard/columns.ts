import type { BoardContestant, Board } from '../../../../shared/contracts/board.ts'
import { count, money, compareNames } from '../../ui/figures.ts'
import { placesOf, type Place, type Places } from '../../../../shared/sentence/sentence.ts'
import { type ColumnWords, leaderboard as words } from '../../words/board.ts'
import { isRated, type Rated } from '../../charts/scales.ts'
import { SORT_KEYS } from '../../../../shared/contracts/limits.ts'
import { keeping } from '../../state/steady.svelte.ts'

/** Keys of the columns right of the plot. */
type FigureKey = 'above' | 'below' | 'votes' | 'wins' | 'losses' | 'ties' | 'averageWords' | 'costUsd'

export interface Column extends ColumnWords {
  key: FigureKey
  show: (contestant: BoardContestant) => string
  /** Whether it is printed in the secondary colour, because it does not affect the rating. */
  quiet: boolean
}

const orDash = (value: number | null, show: (value: number) => string) => (value === null ? '–' : show(value))

type Bare = Omit<Column, keyof ColumnWords>

const COLUMNS: Bare[] = [
  { key: 'votes', show: ({ votes }) => count(votes), quiet: true },
  { key: 'wins', show: ({ wins }) => count(wins), quiet: false },
  { key: 'losses', show: ({ losses }) => count(losses), quiet: false },
  { key: 'ties', show: ({ ties }) => count(ties), quiet: false },
  { key: 'averageWords', show: ({ averageWords }) => orDash(averageWords, count), quiet: true },
  { key: 'costUsd', show: ({ costUsd }) => orDash(costUsd, (each) => money(1000 * each)), quiet: true },
]

/** Beside places: how many each is shown to be above and below. */
function columnsOfPlaces({ rows }: Places): Bare[] {
  const figure = (of: (place: Place) => number) => (contestant: BoardContestant) => {
    const place = rows.find((one) => one.contestant.name === contestant.name)
    return place ? count(of(place)) : '–'
  }
  return [
    { key: 'above', show: figure(({ worst }) => rows.length - worst), quiet: false },
    { key: 'below', show: figure(({ best }) => best - 1), quiet: false },
    COLUMNS[0],
  ]
}

/**
 * The columns right of the plot: other ones beside places. Length and cost are left out if no contestant has a value.
 */
export function columnsOf(contestants: readonly BoardContestant[], places: Places | null = null): Column[] {
  const isKnown = ({ key }: Bare) =>
    (key !== 'averageWords' && key !== 'costUsd') ||
    contestants.some((contestant) => contestant[key] !== null)
  const columns = places ? columnsOfPlaces(places) : COLUMNS.filter(isKnown)
  return columns.map((column) => ({ ...column, ...words.here.columns[column.key] }))
}

/** The columns by which rows can be sorted. */
export const isSortKey = (key: string): key is ColumnKey => SORT_KEYS.some((one) => one === key)

export type ColumnKey = (typeof SORT_KEYS)[number]

export interface Sort {
  key: ColumnKey
  /** Whether the column's natural direction (best, most, or A first) is reversed. */
  reversed: boolean
}

export const BY_RATING: Sort = { key: 'rating', reversed: false }
/** The order that the address does not name. */
export const usualSort = (places: Places | null): Sort =>
  places ? { key: 'rank', reversed: false } : BY_RATING

/** Parses "votes" or "-votes" of an address. Anything else is the usual order. */
export function sortFrom(text: string | null, usual = BY_RATING): Sort {
  const reversed = text?.startsWith('-') ?? false
  const key = SORT_KEYS.find((candidate) => candidate === text?.slice(reversed ? 1 : 0))
  return key ? { key, reversed } : usual
}

export function sortText({ key, reversed }: Sort, usual = BY_RATING): string | null {
  if (key === usual.key && !reversed) return null
  return reversed ? `-${key}` : key
}

/** The order after a click on a column's head: that column, or its other direction. */
export function sortAfter(current: Sort, key: ColumnKey): Sort {
  return { key, reversed: current.key === key && !current.reversed }
}

export function byRating(sort: Sort): boolean {
  return sortText(sort) === null
}

/** Sorts the rated contestants. Ties keep the order of the board. Missing numbers come last. */
export function arranged(
  contestants: readonly BoardContestant[],
  { key, reversed }: Sort,
  places: Places | null = null,
): Rated[] {
  const sign = reversed ? -1 : 1
  if (key === 'rank' && places) {
    const rows = places.rows.map(({ contestant }) => contestant)
    return reversed ? rows.reverse() : rows
  }
  return contestants.filter(isRated).sort((a, b) => {
    if (key === 'name') return sign * compareNames(a.name, b.name)
    if (key === 'rank') return sign * (place(a) - place(b))
    const [left, right] = [a[key], b[key]]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (right - left)
  })
}

/** A number that orders rank intervals by best rank, then by worst. */
function place({ rankInterval }: Rated): number {
  return rankInterval ? rankInterval[0] * 1e6 + rankInterval[1] : Infinity
}

/** Sorts `next` in the order of the names `shown`, new ones last. */
export function heldInPlace(next: readonly Rated[], shown: readonly string[]): Rated[] {
  const placeOf = new Map(shown.map((name, index) => [name, index]))
  const at = (contestant: Rated) => placeOf.get(contestant.name) ?? shown.length
  return [...next].sort((a, b) => at(a) - at(b))
}

/** Remembers the shown order, so that no row moves while the reader looks at one. */
export class RowOrder {
  #rows: readonly Rated[] = []
  readonly #keep = keeping<Rated>()
  #orderKey = ''

  /** The rated rows to show. While `busy`, they keep their order unless view or sort order change. */
  of(board: Board, sort: Sort, busy: boolean): readonly Rated[] {
    const orderKey = JSON.stringify([board.view, sortText(sort)])
    const sorted = arranged(board.contestants, sort, placesOf(board))
    const rows =
      busy && orderKey === this.#orderKey
        ? heldInPlace(
            sorted,
            this.#rows.map(({ name }) => name),
          )
        : sorted
    this.#orderKey = orderKey
    this.#rows = this.#keep(rows)
    return this.#rows
  }
}
