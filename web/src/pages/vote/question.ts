import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import { words } from '../../words/vote/index.ts'

const LONGEST = 120

/** What a voter is asked: the arena's own words, unless they are too many for a heading. */
export function questionOf(detail: ArenaDetail | null): string {
  const own = detail?.description.trim() ?? ''
  return own !== '' && own.length <= LONGEST ? own : words.here.question
}
