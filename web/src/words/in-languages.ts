/**
 * The words of pages are under web/src/words: a folder for each page, a file for each language. Words that the server
 * uses too are in shared/sentence/words and shared/messages. `en.ts` is the original, and `de.ts` has its type, so no
 * word is missing. Words with figures in them are functions. A component writes `words.here.skip`.
 */
import { language, type LanguageCode } from './language.svelte.ts'

/** The words of one page in all languages. `here` has those of the current language, as state. */
export function inLanguages<Words>(all: Record<LanguageCode, Words>): { readonly here: Words } {
  return {
    get here() {
      return all[language.code]
    },
  }
}
