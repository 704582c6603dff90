/** The languages of the page, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type LanguageCode = keyof typeof LANGUAGES

/** The first of the requested languages ("de-AT", "en") that the page has, or English. */
export function languageFor(wishes: readonly string[]): LanguageCode {
  for (const wish of wishes) {
    const code = wish.toLowerCase().split('-')[0]
    if (code === 'en' || code === 'de') return code
  }
  return 'en'
}

/** The current language of the page, as state. choice.ts sets it. */
class Language {
  code = $state<LanguageCode>('en')
}

export const language = new Language()
