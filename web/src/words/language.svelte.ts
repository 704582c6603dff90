import { LANGUAGES, type Language } from '../../../shared/contracts/language.ts'

/** The first of the requested languages ("de-AT", "en") that the page has, or English. */
export function matchLanguage(wishes: readonly string[]): Language {
  const codes = wishes.map((wish) => wish.toLowerCase().split('-')[0]!)
  return codes.find((code): code is Language => Object.hasOwn(LANGUAGES, code)) ?? 'en'
}

/** The current language of the page, as state. choice.ts sets it. */
class CurrentLanguage {
  code = $state<Language>('en')
}

export const language = new CurrentLanguage()
