import type { BoardContestant } from '../../../../shared/contracts/board.ts'

/** Above so many contestants a board has a field to find one by its name. */
export const MANY = 20

/**
 * Whether a name is one that is looked for: every word asked for occurs in it, whatever the case or the accents.
 * Nothing asked for is found in every name.
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

/** The names to be shown of a board; null: all. One that is held stays, so that what it is compared with has its end. */
export function matchingNames(
  contestants: readonly Pick<BoardContestant, 'name'>[],
  searchText: string,
  pinned: string | null,
): ReadonlySet<string> | null {
  if (searchText.trim() === '') return null
  const matches = matcher(searchText)
  return new Set(contestants.map(({ name }) => name).filter((name) => matches(name) || name === pinned))
}
