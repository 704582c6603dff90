import { language, languageFor, type LanguageCode } from './language.svelte.ts'

const COOKIE = 'language'
const YEAR_S = 31_536_000

/**
 * Sets the language: the one chosen in this browser, else the one the browser asks for. Called once, before the page is
 * drawn. A page that the server rendered has its language already.
 */
export function recallLanguage(): void {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1]
  const { lang, dataset } = document.documentElement
  const wishes = dataset.drawn === undefined ? navigator.languages : [lang]
  speak(languageFor([...(chosen ? [chosen] : []), ...wishes]))
}

/** Keeps the chosen language in this browser. It is a cookie, because the server renders in the same language. */
export function chooseLanguage(code: LanguageCode): void {
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${YEAR_S}; samesite=lax`
  speak(code)
}

function speak(code: LanguageCode): void {
  language.code = code
  document.documentElement.lang = code
}
