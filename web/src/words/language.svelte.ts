/** The languages of the page, by the names of their files in languages/, and by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type LanguageCode = keyof typeof LANGUAGES

/** The first of the requested languages ("de-AT", "en") that the page has, or English. */
export function matchLanguage(wishes: readonly string[]): LanguageCode {
  const codes = wishes.map((wish) => wish.toLowerCase().split('-')[0]!)
  return codes.find((code): code is LanguageCode => Object.hasOwn(LANGUAGES, code)) ?? 'en'
}

/** The current language of the page, as state. choice.ts sets it. */
class Language {
  code = $state<LanguageCode>('en')

  /** In which boards, pictures and messages of the server are said: they have no other languages. */
  get ofServer(): 'en' | 'de' {
    return this.code === 'de' ? 'de' : 'en'
  }
}

export const language = new Language()
