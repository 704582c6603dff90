/**
 * The catalogue: every word that a page shows stands under web/src/words, one folder for each page, one file for each
 * language; what the server says too, in shared/sentence/words and shared/messages; and nowhere else. `en.ts` is the original; `de.ts` is typed by it, so that neither can lack a word.
 * Words with figures in them are functions. A component says `words.here.skip`.
 */
import { language, type LanguageCode } from './language.svelte.ts'

/** The words of one page in all languages; `here` is the language spoken now, and follows it as state. */
export function inLanguages<Words>(all: Record<LanguageCode, Words>): { readonly here: Words } {
  return {
    get here() {
      return all[language.code]
    },
  }
}
