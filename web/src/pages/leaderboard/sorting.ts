import { compareNames } from '../../ui/figures.ts'
import { isRated, type Rated } from '../../charts/span.ts'
import type { BoardContestant } from '../../../../shared/contracts/board.ts'
import { SORT_KEYS } from '../../../../shared/contracts/limits.ts'

export type ColumnKey = (typeof SORT_KEYS)[number]

export interface Sort {
  key: ColumnKey
  /** Whether the column's natural direction (best, most, or A first) is reversed. */
  reversed: boolean
}

export const BY_RATING: Sort = { key: 'rating', reversed: false }

/** Parses "votes" or "-votes" of an address. Anything else sorts by rating. */
export function sortFrom(text: string | null): Sort {
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

export function byRating(sort: Sort): boolean {
  return sortText(sort) === null
}

/** Sorts the rated contestants. Ties keep the order of the board. Missing numbers come last. */
export function arranged(contestants: readonly BoardContestant[], { key, reversed }: Sort): Rated[] {
  const sign = reversed ? -1 : 1
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
