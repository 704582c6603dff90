/**
 * Searches texts of strangers and of models in a thread with a time limit, so that none of them can keep this process from
 * answering others.
 */
import { Thread, TookTooLong } from '../../platform/jobs/thread.ts'
import type { TellingName } from '../leaks/known-names.ts'

/** What to look for in the texts of one answer or prompt. */
export type TextSearch =
  | { kind: 'injection' | 'identity-question'; texts: readonly string[] }
  | { kind: 'self-naming'; texts: readonly string[]; names: readonly TellingName[] }

/** A search of 100,000 characters takes 60 ms on an idle machine. It may take so many seconds, and longer by length. */
const MIN_SECONDS = 5
const SECONDS_A_CHARACTER = 0.00002
/** Characters that are sent to the thread at once. */
const PORTION = 400_000

const thread = new Thread(new URL('./search-thread.ts', import.meta.url))

/** What stands in place of found words where a search took too long: such a text is flagged, never taken for clean. */
export const UNSEARCHED = 'not searched: the search took too long'

/**
 * The words found by each search; null: none.
 * @returns in the order of the searches
 */
export async function searchTexts(searches: readonly TextSearch[]): Promise<(string | null)[]> {
  const found: (string | null)[] = []
  for (const portion of splitIntoPortions(searches)) found.push(...(await searchPortion(portion)))
  return found
}

async function searchPortion(searches: readonly TextSearch[]): Promise<(string | null)[]> {
  const length = searches.reduce((sum, search) => sum + searchLength(search), 0)
  try {
    return await thread.askWithin<(string | null)[]>(searches, {
      seconds: MIN_SECONDS + SECONDS_A_CHARACTER * length,
    })
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    if (searches.length === 1) return [UNSEARCHED]
    const found: (string | null)[] = []
    for (const search of searches) found.push(...(await searchPortion([search])))
    return found
  }
}

const searchLength = ({ texts }: TextSearch): number => texts.reduce((sum, text) => sum + text.length, 0)

function* splitIntoPortions(searches: readonly TextSearch[]): Generator<TextSearch[]> {
  let portion: TextSearch[] = []
  let length = 0
  for (const search of searches) {
    if (portion.length > 0 && length + searchLength(search) > PORTION) {
      yield portion
      portion = []
      length = 0
    }
    portion.push(search)
    length += searchLength(search)
  }
  if (portion.length > 0) yield portion
}
