import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'

const LONGEST = 120

/** What a voter is asked: the arena's own words, unless they are too many for a heading. */
export function questionOf(detail: ArenaDetail | null): string {
  const words = detail?.description.trim() ?? ''
  return words !== '' && words.length <= LONGEST ? words : 'Which answer is better?'
}
