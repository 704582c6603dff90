import type { BoardContestant } from '../../../../shared/contracts/board.ts'
import { MANY } from '../../../../shared/sentence/sentence.ts'

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

/** How many rows a board of many begins with at either end. */
const ENDS = { wide: [10, 8], phone: [6, 5] } as const
/** As many rows are shown at least, where few of many are rated. */
const FIRST_ROWS = 12

/** The names that a long board begins with: both ends of the rated rows, and the pinned one. Null: all. */
export function bothEnds(
  rated: readonly string[],
  others: readonly string[],
  pinned: string | null,
  isPhone: boolean,
): ReadonlySet<string> | null {
  if (rated.length + others.length <= MANY) return null
  const [head, tail] = ENDS[isPhone ? 'phone' : 'wide']
  return new Set([
    ...(rated.length > MANY ? [...rated.slice(0, head), ...rated.slice(-tail)] : rated),
    ...others.slice(0, Math.max(0, FIRST_ROWS - rated.length)),
    ...(pinned === null ? [] : [pinned]),
  ])
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
