import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import { words } from '../../words/vote/index.ts'

const LONGEST = 120

/** What a voter is asked: the arena's own words, unless they are too many for a heading. */
export function questionOf(detail: ArenaDetail | null): string {
  const description = detail?.description.trim() ?? ''
  return description !== '' && description.length <= LONGEST ? description : words.here.question
}
