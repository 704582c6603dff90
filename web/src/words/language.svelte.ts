import type { Texts } from './texts.ts'

interface LanguageFile {
  /** By which its speakers call it. */
  name: string
  load: () => Promise<{ texts: Texts }>
}

/** The languages of the page. */
export const LANGUAGES = {
  en: { name: 'English', load: () => import('./languages/en.ts') },
  de: { name: 'Deutsch', load: () => import('./languages/de.ts') },
} satisfies Record<string, LanguageFile>

export type LanguageCode = keyof typeof LANGUAGES

/** The first of the requested languages ("de-AT", "en") that the page has, or English. */
export function languageFor(wishes: readonly string[]): LanguageCode {
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
