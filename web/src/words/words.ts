/**
 * What the page says, in the language of the page: `words.vote.skip`, or `words.vote.today({ count: 7 })` for a text with
 * values. Each language is a file in languages/, loaded when it is first shown.
 */
import { count } from '../ui/figures.ts'
import { language, LANGUAGES, type LanguageCode } from './language.svelte.ts'
import type { Words } from './texts.ts'

type Values = Record<string, string | number>
type Said = string | ((values: Values) => string) | { [key: string]: Said }
type Data = string | { readonly [key: string]: Data }

const loaded: Partial<Record<LanguageCode, Words>> = {}

/** Loads the words of a language. The page must not speak it before. */
export async function loadWords(code: LanguageCode): Promise<void> {
  if (loaded[code]) return
  const { texts } = await LANGUAGES[code].load()
  loaded[code] = wordsOf(texts, new Intl.PluralRules(code)) as unknown as Words
}

/** The words in the current language, as state. */
export const words: Words = new Proxy({} as Words, {
  get: (_, area: keyof Words) => loaded[language.code]![area],
})

/** The text under a key that the page may not know, such as one of a later server. */
export function textUnder(key: string, texts: object): string | undefined {
  return Object.hasOwn(texts, key) ? (texts as Record<string, string>)[key] : undefined
}

function wordsOf(data: Data, rules: Intl.PluralRules): Said {
  if (typeof data === 'string') return data.includes('{') ? (values) => filled(data, values) : data
  const forms = data as Record<string, string>
  if (typeof forms['other'] === 'string')
    return (values) => filled(forms[rules.select(Number(values['count']))] ?? forms['other']!, values)
  return Object.fromEntries(Object.entries(data).map(([key, inner]) => [key, wordsOf(inner, rules)]))
}

/** Numbers are written as the language writes whole numbers; a component formats the others. */
function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]!
    return typeof value === 'number' ? count(value) : value
  })
}
