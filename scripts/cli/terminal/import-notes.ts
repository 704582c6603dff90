import { publicAgain } from '../../../server/transfer/index.ts'
import type { ImportResult } from '../../../server/transfer/index.ts'
import { listed } from '../../../shared/sentence/index.ts'
import { inEnglish } from '../../../shared/messages/index.ts'

/** Notes on what an arena.yaml no longer names but the arena still has, and on retired and restored prompts. */
export function importNotes(result: ImportResult): string[] {
  const { contestantsNotNamed: names, promptsRetired: retired } = result
  const { promptsRestored: restored, promptsThatWerePublic: wereOpen } = result
  const notes = notNamedNotes(names)
  if (retired.length > 0) {
    const [are, them] = wordsFor(retired)
    notes.push(
      `${prompts(retired)} ${are} no longer in the file and therefore retired. ${retired.length === 1 ? 'It keeps its' : 'They keep their'} votes but ${retired.length === 1 ? 'is' : 'are'} no longer shown or judged. After half an hour, anyone who can open the arena can read who answered what to ${them}. To restore ${them}, put ${them} back into the file.`,
    )
  }
  if (restored.length > 0)
    notes.push(`${prompts(restored)} ${wordsFor(restored)[0]} back in the file and in use again.`)
  const notBlind = publicAgain(wereOpen)
  if (notBlind) notes.push(inEnglish(notBlind))
  return notes
}

/** A note on contestants that an arena.yaml no longer names; none if it names all. */
export function notNamedNotes(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const [are, them] = wordsFor(names)
  return [
    `${listed(names)} ${are} no longer in the file but still in the arena, with all votes. Retire ${them} to stop showing and judging ${them}.`,
  ]
}

const wordsFor = (some: readonly string[]): [string, string] =>
  some.length === 1 ? ['is', 'it'] : ['are', 'them']

const MOST_NAMED = 5

function prompts(keys: readonly string[]): string {
  const named = keys.slice(0, MOST_NAMED).map((key) => `"${key}"`)
  const more = keys.length > MOST_NAMED ? [`${keys.length - MOST_NAMED} more`] : []
  return `prompt${keys.length === 1 ? '' : 's'} ${listed([...named, ...more])}`
}
