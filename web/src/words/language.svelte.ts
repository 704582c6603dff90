/** The languages the page speaks, in their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type LanguageCode = keyof typeof LANGUAGES

/** The first of these wishes ("de-AT", "en") that the page speaks; English where it speaks none. */
export function languageFor(wishes: readonly string[]): LanguageCode {
  for (const wish of wishes) {
    const code = wish.toLowerCase().split('-')[0]
    if (code === 'en' || code === 'de') return code
  }
  return 'en'
}

/** The language the page speaks now, as state. Which one it is, choice.ts says. */
class Language {
  code = $state<LanguageCode>('en')
}

export const language = new Language()
