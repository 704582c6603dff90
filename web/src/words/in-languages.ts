/**
 * Words are under web/src/words: a file for each area that is loaded together. Words that the server uses too are in
 * shared/sentence/words and shared/messages. English is the original, and German has its type, so no word is missing.
 * `terms.ts` has what several areas say. Words with figures in them are functions. A component writes `words.here.skip`.
 */
import { language } from './language.svelte.ts'
import { terms } from './terms.ts'

interface InBoth<Words> {
  en: Words
  de: NoInfer<Words>
}

/**
 * Words in all languages. `here` has those of the current language, as state. What a page does not use is left out of
 * its script.
 */
/* @__NO_SIDE_EFFECTS__ */
export function inLanguages<Words>(all: InBoth<Words>): { readonly here: Words } {
  return {
    get here() {
      return all[language.code]
    },
  }
}

type Terms = (typeof terms)['en']

/** The same with the terms that several areas use. */
/* @__NO_SIDE_EFFECTS__ */
export function withTerms<Words>({ en, de }: InBoth<Words>) {
  type All = Omit<Terms, keyof Words> & Words
  return inLanguages<All>({ en: { ...terms.en, ...en } as All, de: { ...terms.de, ...de } as All })
}

/** Words of the pages for operators, which are in English only. */
/* @__NO_SIDE_EFFECTS__ */
export function forOperators<Words>(words: Words): { readonly here: Words } {
  return { here: words }
}

/** The same with the terms that several areas use. */
/* @__NO_SIDE_EFFECTS__ */
export function forOperatorsWithTerms<Words>(words: Words): {
  readonly here: Omit<Terms, keyof Words> & Words
} {
  return { here: { ...terms.en, ...words } }
}
