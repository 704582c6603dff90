import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'

const LONGEST = 120

/** What a voter is asked: the arena's own question if it has a short one, and the criterion where there are several. */
export function questionOf(detail: ArenaDetail | null): string {
  const words = detail?.description.trim() ?? ''
  return words.endsWith('?') && words.length <= LONGEST ? words : 'Which answer is better?'
}
