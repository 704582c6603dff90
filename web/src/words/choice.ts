import { router } from '../state/address.svelte.ts'
import { isOperatorPage } from '../state/routes.ts'
import type { Language } from '../../../shared/contracts/language.ts'
import { language, matchLanguage } from './language.svelte.ts'
import { loadWords } from './words.ts'

const COOKIE = 'language'
const YEAR_S = 31_536_000

/**
 * Sets the language: the one chosen in this browser, else the one the browser asks for. Called once, before the page is
 * drawn. A page that the server rendered has its language already. Pages of operators are in English.
 */
export async function recallLanguage(): Promise<void> {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1]
  const { lang, dataset } = document.documentElement
  const wishes = dataset.drawn === undefined ? navigator.languages : [lang]
  const isEnglish = isOperatorPage(router.route.page)
  speak(isEnglish ? 'en' : matchLanguage([...(chosen ? [chosen] : []), ...wishes]))
  await loadWords(language.code)
}

/** Keeps the chosen language in this browser. It is a cookie, because the server renders in the same language. */
export async function chooseLanguage(code: Language): Promise<void> {
  await loadWords(code)
  speak(code)
  document.cookie = `${COOKIE}=${code}; path=/; max-age=${YEAR_S}; samesite=lax`
}

function speak(code: Language): void {
  language.code = code
  document.documentElement.lang = code
}
