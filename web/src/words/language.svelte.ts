/** The languages the page speaks, in their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type LanguageCode = keyof typeof LANGUAGES

const COOKIE = 'language'
const YEAR_S = 31_536_000

/** The first of these wishes ("de-AT", "en") that the page speaks; English where it speaks none. */
export function languageFor(wishes: readonly string[]): LanguageCode {
  for (const wish of wishes) {
    const code = wish.toLowerCase().split('-')[0]
    if (code === 'en' || code === 'de') return code
  }
  return 'en'
}

/** The language of the page, as state: what somebody chose here, else what the browser asks for. */
class Language {
  code = $state<LanguageCode>('en')

  /** Reads choice and wishes of this browser; called once, before the page is there. */
  recall(): void {
    const chosen = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1]
    this.#speak(languageFor([...(chosen ? [chosen] : []), ...navigator.languages]))
  }

  /** Speaks it from now on, in this browser. A cookie, so that the server can render in the same language. */
  choose(code: LanguageCode): void {
    document.cookie = `${COOKIE}=${code}; path=/; max-age=${YEAR_S}; samesite=lax`
    this.#speak(code)
  }

  #speak(code: LanguageCode): void {
    this.code = code
    document.documentElement.lang = code
  }
}

export const language = new Language()
