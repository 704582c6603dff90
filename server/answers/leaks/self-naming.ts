/** Finds where a text says which model speaks, or who made it. */
import { KNOWN_NAMES } from './known-names.ts'
import type { TellingName } from './known-names.ts'
import { AROUND, FOLLOWING, LANGUAGES } from './languages.ts'
import type { Language } from './languages.ts'

/** Finds the words in which a text names its model or its maker; null: it does not. */
export type SelfNaming = (text: string) => string | null

/** Beginnings that speak of a maker already. */
const MAKERS_OF_MINE = /creator|maker|developer/i

/** A longer gap between "I am" and a name is no statement about the name. */
const MOST_WORDS_BETWEEN = 14
/** The most characters of the found words that are stored. */
const LONGEST_FOUND = 200

const SEPARATOR = '[\\s,:*_"“”„«»\'’()–—-]+'
/** What versions and sizes add to a name: "GPT-4o mini", "Claude 3.5 Sonnet". */
const VERSION =
  '(?:[\\s-]?(?:v?\\d[\\w.]*\\w|v?\\d|o\\d|turbo|mini|nano|pro|plus|max|flash|ultra|lite|large|small|medium|chat|instruct|sonnet|opus|haiku|instant|ai|r1|coder|next|scout|maverick)(?![\\p{L}\\p{N}]))*'

interface Matcher {
  pattern: RegExp
  language: Language | null
  isWeak: boolean
}

/**
 * @param more names besides the known ones: of the contestant, of its system prompt, and those that the arena lists
 * @returns a search that takes a time linear in the length of the text
 */
export function selfNaming(more: readonly TellingName[] = []): SelfNaming {
  // patterns are slow to build: those of known names are shared, the others are built once a text holds a name
  const squeezedNames = more.map(({ name }) => squeezed(name.normalize('NFKC')))
  let ofMore: SelfNaming | null = null
  return (text) => {
    const plain = text.normalize('NFKC')
    const known = (ofKnown ??= namingOf(KNOWN_NAMES))(plain)
    if (known !== null || more.length === 0) return known
    const all = squeezed(plain)
    if (!squeezedNames.some((name) => all.includes(name)) || !speaksOfItself(plain)) return null
    return (ofMore ??= namingOf(more))(plain)
  }
}

let ofKnown: SelfNaming | null = null
let beginnings: RegExp[] | null = null

/** Whether a text has the beginning or the ending of a sentence that a name could complete. */
function speaksOfItself(plain: string): boolean {
  beginnings ??= [
    ...Object.values(LANGUAGES).flatMap(({ begins, weak }) => [begins, weak]),
    ...AROUND.map(({ before, after }) => before || after),
  ].map((pattern) => new RegExp(pattern, 'iu'))
  return beginnings.some((pattern) => pattern.test(plain))
}

/** Without case, spaces and hyphens, in which texts may differ from a name. */
const squeezed = (text: string) => text.toLowerCase().replace(/[\s-]+/g, '')

/** The search for these names in a text in normal form NFKC. */
function namingOf(names: readonly TellingName[]): SelfNaming {
  const byText = new Map<string, TellingName[]>()
  for (const one of names) byText.set(keyOf(one.name), [...(byText.get(keyOf(one.name)) ?? []), one])
  const matchers = matchersFor(names)
  return (plain) => {
    for (const { pattern, language, isWeak } of matchers)
      for (const match of matchesOf(pattern, plain)) {
        const { name, gap = '', begin = '' } = match.groups!
        const meant = byText.get(keyOf(name)) ?? []
        const rest = plain.slice(match.index + match[0].length)
        if (meant.some((one) => says(one, name, { begin, gap, rest, language, isWeak })))
          return match[0].trim().replace(/\s+/g, ' ').slice(0, LONGEST_FOUND)
      }
    return null
  }
}

/** All matches of a pattern with the flag `g`. Unlike `matchAll` it copies no pattern, which takes longer than a short text. */
function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex++
    yield match
  }
}

interface Around {
  begin: string
  gap: string
  rest: string
  language: Language | null
  isWeak: boolean
}

function says(meant: TellingName, written: string, { begin, gap, rest, language, isWeak }: Around): boolean {
  if (meant.exact && spaced(written) !== spaced(meant.name.normalize('NFKC'))) return false
  if (language === null) return true
  const words = gap
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  const isMade = MAKERS_OF_MINE.test(begin) || words.some((word) => listOf(language.made).has(word))
  if (meant.of === 'maker') return isMade
  if (meant.exact && listOf(language.articles).has(words.at(-1) ?? '')) return false
  if (isWeak && words.length === 0 && !/^["”»’*_)]*,/.test(rest)) return false
  const next = /^["”»’*_)]*\s+([\p{L}\p{N}]+)/u.exec(rest)?.[1]
  return next === undefined || listOf(FOLLOWING).has(next) || listOf(language.between).has(next)
}

function matchersFor(names: readonly TellingName[]): Matcher[] {
  const any = [...new Set(names.map(({ name }) => name.normalize('NFKC')))]
    .sort((a, b) => b.length - a.length)
    .map((name) =>
      name
        .split(/[\s-]+/)
        .map(escape)
        .join('[\\s-]?'),
    )
    .join('|')
  const spacedOut = Object.values(LANGUAGES).flatMap((language) => {
    const between = [...listOf(language.between), ...listOf(language.made)].join('|')
    const gap = `(?<gap>${SEPARATOR}(?:(?:${between})${SEPARATOR}){0,${MOST_WORDS_BETWEEN}}?)`
    const after = `${gap}(?<name>${any})${VERSION}(?![\\p{L}\\p{N}])(?!['’]s\\b)`
    return [
      { pattern: whole(`(?<![\\p{L}\\p{N}])(?<begin>${language.begins})${after}`), language, isWeak: false },
      { pattern: whole(`(?<=^|[.!?\\n,;:]\\s*)(?<begin>${language.weak})${after}`), language, isWeak: true },
    ]
  })
  const around = AROUND.map(({ before, after }) => ({
    pattern: whole(`${before}(?<![A-Za-z0-9])(?<name>${any})(?![A-Za-z])${after}`),
    language: null,
    isWeak: false,
  }))
  return [...spacedOut, ...around]
}

const whole = (pattern: string) => new RegExp(pattern, 'giu')

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const keyOf = (name: string) => spaced(name).toLowerCase()
const spaced = (name: string) => name.normalize('NFKC').replace(/[\s-]+/g, ' ')

const lists = new Map<string, ReadonlySet<string>>()

function listOf(words: string): ReadonlySet<string> {
  let list = lists.get(words)
  if (!list) lists.set(words, (list = new Set(words.trim().split(/\s+/).filter(Boolean))))
  return list
}
