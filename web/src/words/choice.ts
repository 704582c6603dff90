import { language, languageFor, type LanguageCode } from './language.svelte.ts'

const COOKIE = 'language'
const YEAR_S = 31_536_000

/**
 * Speaks what somebody chose in this browser, else what the browser asks for; called once, before the page is there.
 * A page that the server drew speaks already, and has heard both.
 */
export function recallLanguage(): void {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1]
  const { lang, dataset } = document.documentElement
  const wishes = dataset.drawn === undefined ? navigator.languages : [lang]
  speak(languageFor([...(chosen ? [chosen] : []), ...wishes]))
}

/** Speaks it from now on, in this browser. A cookie, so that the server can render in the same language. */
export function chooseLanguage(code: LanguageCode): void {
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${YEAR_S}; samesite=lax`
  speak(code)
}

function speak(code: LanguageCode): void {
  language.code = code
  document.documentElement.lang = code
}
