import type { ArenaDetail } from '../../../../shared/contracts/arena.ts'
import { words } from '../../words/vote/index.ts'

const LONGEST = 120

/** The question to the voter: the arena's description, unless it is too long for a heading. */
export function questionOf(detail: ArenaDetail | null): string {
  const description = detail?.description.trim() ?? ''
  return description !== '' && description.length <= LONGEST ? description : words.here.question
}
