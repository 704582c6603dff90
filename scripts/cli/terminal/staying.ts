import { publicAgain } from '../../../server/transfer/index.ts'
import type { ImportResult } from '../../../server/transfer/index.ts'
import { listed } from '../../../shared/sentence/index.ts'
import { inEnglish } from '../../../shared/messages/index.ts'

/** What an arena.yaml no longer names and is there all the same, and what follows for its prompts. */
export function staying(result: ImportResult): string[] {
  const { contestantsNotNamed: names, promptsRetired: retired } = result
  const { promptsRestored: restored, promptsThatWerePublic: wereOpen } = result
  const said: string[] = []
  if (names.length > 0) {
    const [are, them] = wordsFor(names)
    said.push(
      `${listed(names)} ${are} no longer in the file and still in the arena, with all votes. Retire ${them} to have ${them} shown and judged no more.`,
    )
  }
  if (retired.length > 0) {
    const [are, them] = wordsFor(retired)
    said.push(
      `${prompts(retired)} ${are} no longer in the file and therefore retired: shown and judged no more, with all votes kept. From half an hour on, whoever finds the arena may read who answered what to ${them}; putting ${them} back into the file restores ${them}.`,
    )
  }
  if (restored.length > 0)
    said.push(`${prompts(restored)} ${wordsFor(restored)[0]} in the file again and in use again.`)
  const notBlind = publicAgain(wereOpen)
  if (notBlind) said.push(inEnglish(notBlind))
  return said
}

const wordsFor = (some: readonly string[]): [string, string] =>
  some.length === 1 ? ['is', 'it'] : ['are', 'them']

const MOST_NAMED = 5

function prompts(keys: readonly string[]): string {
  const named = keys.slice(0, MOST_NAMED).map((key) => `"${key}"`)
  const more = keys.length > MOST_NAMED ? [`${keys.length - MOST_NAMED} more`] : []
  return `prompt${keys.length === 1 ? '' : 's'} ${listed([...named, ...more])}`
}
