/// <reference types="vite/types/importMeta.d.ts" />
/**
 * What the page says, in the language of the page: `words.vote.skip`, or `words.vote.today({ count: 7 })` for a text with
 * values. Each language is a file in languages/, which is sent in two parts: the words of a first visit, and the others.
 */
import { buildWords, type Data, type TextsLike, type WordsOf } from '../../../shared/sentence/words.ts'
import { formatInteger } from '../ui/figures.ts'
import type { Language } from '../../../shared/contracts/language.ts'
import { language } from './language.svelte.ts'
import type { moreTexts, texts } from './languages/en.ts'

/** A language: texts under the keys of English. `{NAME}` in a text stands for a value. */
export type Texts = TextsLike<typeof texts>
export type MoreTexts = TextsLike<typeof moreTexts>

/** What components read: a text, or a function of the values in its braces. */
type Words = WordsOf<typeof texts & typeof moreTexts>

/** Files of languages by their paths. Under another address, the second part is a file of its own in the build. */
const TEXTS = import.meta.glob<Data>('./languages/*.ts', { import: 'texts' })
const MORE_TEXTS = import.meta.glob<Data>('./languages/*.ts', { import: 'moreTexts', query: '?more' })

const loaded: Partial<Record<Language, Record<string, unknown>>> = {}
let needsMore = false

/** Loads the words of a language that are needed now. The page must not speak it before. */
export async function loadWords(code: Language): Promise<void> {
  await Promise.all([add(code, TEXTS), needsMore && add(code, MORE_TEXTS)])
  // they may be needed only since then
  if (needsMore) await add(code, MORE_TEXTS)
}

/** Loads the words of what a first visit does not show, of this language and of each that is chosen later. */
export async function loadMoreWords(): Promise<void> {
  needsMore = true
  await loadWords(language.code)
}

const added = new Set<() => Promise<Data>>()

async function add(code: Language, part: Record<string, () => Promise<Data>>): Promise<void> {
  const load = part[`./languages/${code}.ts`]!
  if (added.has(load)) return
  const texts = buildWords<object>(await load(), code, formatInteger)
  loaded[code] = { ...loaded[code], ...texts }
  added.add(load)
}

/** The words in the current language, as state. */
export const words = new Proxy({} as Words, {
  get: (_, area: string) => loaded[language.code]?.[area],
})

/** The text under a key that the page may not know, such as one of a later server. */
export function textByKey(key: string, texts: object): string | undefined {
  return Object.hasOwn(texts, key) ? (texts as Record<string, string>)[key] : undefined
}
