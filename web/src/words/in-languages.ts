/**
 * Words are under web/src/words: a folder for each area that is loaded together, a file for each language. Words that
 * the server uses too are in shared/sentence/words and shared/messages. `en.ts` is the original, and `de.ts` has its
 * type, so no word is missing. `terms.ts` has what several areas say. Words with figures in them are functions. A component writes `words.here.skip`.
 */
import { language, type LanguageCode } from './language.svelte.ts'
import { terms } from './terms.ts'

/**
 * Words in all languages. `here` has those of the current language, as state. What a page does not use is left out of
 * its script.
 */
/* @__NO_SIDE_EFFECTS__ */
export function inLanguages<Words>(all: Record<LanguageCode, Words>): { readonly here: Words } {
  return {
    get here() {
      return all[language.code]
    },
  }
}

type Terms = (typeof terms)['en']

/** The same with the terms that several areas use. */
/* @__NO_SIDE_EFFECTS__ */
export function withTerms<Words>({ en, de }: Record<LanguageCode, Words>) {
  return inLanguages({ en: { ...terms.en, ...en }, de: { ...terms.de, ...de } } as Record<
    LanguageCode,
    Omit<Terms, keyof Words> & Words
  >)
}
