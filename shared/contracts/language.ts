/** The languages of voters and readers, by their codes (BCP 47) and their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES

/** What dates and lists of a language are written by: English is British, "7 Nov 2026" and "A, B and C". */
export const locale = (language: Language): string => (language === 'en' ? 'en-GB' : language)

/** The same for every language. */
export const byLanguage = <Value>(valueIn: (language: Language) => Value): Record<Language, Value> =>
  Object.fromEntries(
    (Object.keys(LANGUAGES) as Language[]).map((language) => [language, valueIn(language)]),
  ) as Record<Language, Value>
