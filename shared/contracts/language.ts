/** The languages of voters and readers, by their codes (BCP 47) and their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES
