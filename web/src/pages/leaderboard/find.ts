import type { BoardContestant } from '../../../../shared/contracts/board.ts'

/** A board with more contestants has a search field. */
export const MANY = 20

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

/** A board with more contestants begins with this many rows. */
const FIRST_ROWS = 12

/** The names that a long board begins with: the first rows, and the pinned one. Null: all. */
export function firstNames(names: readonly string[], pinned: string | null): ReadonlySet<string> | null {
  if (names.length <= MANY) return null
  return new Set([...names.slice(0, FIRST_ROWS), ...(pinned === null ? [] : [pinned])])
}

/** The names that match. Null: all. The pinned one is always included, so that its comparison stays visible. */
export function matchingNames(
  contestants: readonly Pick<BoardContestant, 'name'>[],
  searchText: string,
  pinned: string | null,
): ReadonlySet<string> | null {
  if (searchText.trim() === '') return null
  const matches = matcher(searchText)
  return new Set(contestants.map(({ name }) => name).filter((name) => matches(name) || name === pinned))
}
