/** The words of the page in every language, with its figures, failures and warnings. */
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'svelte/compiler'
import { describe, expect, it, test, afterEach, onTestFinished } from 'vitest'
import { de as messagesInGerman } from '../../shared/messages/de/index.ts'
import { en as messages } from '../../shared/messages/en/index.ts'
import { de as boardsInGerman } from '../../shared/finish/words.de.ts'
import { en as boards } from '../../shared/finish/words.en.ts'
import { LANGUAGES } from '../../shared/contracts/language.ts'
import { language, matchLanguage } from '../../web/src/words/language.svelte.ts'
import { moreTexts as moreGermanTexts, texts as germanTexts } from '../../web/src/words/languages/de.ts'
import { moreTexts, texts } from '../../web/src/words/languages/en.ts'
import { words } from '../../web/src/words/words.ts'
import type { ProblemCode } from '../../shared/contracts/index.ts'
import { wireFields, msg, type CodedMessage, type AnyMessage, warning } from '../../shared/messages/index.ts'
import { warnings as inGerman } from '../../shared/messages/de/warnings.ts'
import { messageTranslator, type LocalText } from '../../web/src/words/messages/index.ts'
import './all-words.ts'

const SOURCE = new URL('../../web/src/', import.meta.url)
/** Pages of operators are in English alone, so they say what they say where it stands. */
const OF_OPERATORS = /^pages\/admin\//
const COMPONENTS = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.svelte') && !OF_OPERATORS.test(name),
)

/** What may stand in a component: the name of the house, and what is the same in every language. */
const SAME_EVERYWHERE = [/^Deadheat$/, /^SHA-256$/, /^deadheat$/]
/** Attributes that are read out or shown. */
const SAID = /^(aria-(label|description|valuetext|roledescription)|title|placeholder|alt|label|missing)$/
const WORD = /\p{L}{2}/u

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node)['type'] === 'string'

/** Words written into a component: texts, attributes that are said, and literal texts that an expression there gives. */
function wordsIn(node: Node): string[] {
  if (node.type === 'Text') return worthSaying(node['data'] as string)
  if (node.type === 'ExpressionTag') return literals(node['expression'] as Node)
  if (node.type === 'Attribute') {
    const values = [node['value']].flat().filter(isNode)
    return SAID.test(node['name'] as string) ? values.flatMap(wordsIn) : []
  }
  if (['code', 'pre', 'kbd'].includes(node['name'] as string)) return []
  if (['StyleSheet', 'StyleDirective', 'Script', 'Comment'].includes(node.type)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (['expression', 'context', 'test', 'key', 'css', 'instance', 'module'].includes(key)) return []
    return [value].flat().filter(isNode).flatMap(wordsIn)
  })
}

/** Texts that an expression can give by itself; what it hands to a function is that function's concern. */
function literals(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? worthSaying(node['value']) : []
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { cooked: string } }[]).flatMap(({ value }) =>
        worthSaying(value.cooked),
      )
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].filter(isNode).flatMap(literals)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [node['left'], node['right']].filter(isNode).flatMap(literals)
    default:
      return []
  }
}

function worthSaying(text: string): string[] {
  const bareText = text.replace(/[·,;:.\s]+/gu, ' ').trim()
  return WORD.test(bareText) && !SAME_EVERYWHERE.some((same) => same.test(bareText)) ? [bareText] : []
}

const wordsOf = (source: string) => wordsIn(parse(source, { modern: true }).fragment as unknown as Node)

it.each(COMPONENTS)('%s says nothing that is not in the catalogue', (name) => {
  expect(wordsOf(readFileSync(new URL(name, SOURCE), 'utf8'))).toEqual([])
})

/** What German says as English does. */
const SAME_IN_GERMAN = [
  'Prompt',
  'Prompts',
  'Name',
  'Online Elo',
  'Arena',
  'Budget',
  'Plan',
  'Link',
  'Links',
  'Format',
  'Person',
]

/** Words that German has for a thing which this page calls otherwise. */
const OTHER_WORDS = /Kandidat|Gewinnrate|Siegrate|Rubrik/

/** The leaves of a catalogue by their path. */
function leaves(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  // the forms of a text differ by language
  if ('other' in value && typeof value.other === 'string') return [[path, Object.values(value).join()]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key))
}

const pick = (texts: Record<string, unknown>, codes: readonly string[]) =>
  Object.fromEntries(codes.map((code) => [code, texts[code]]))

const CATALOGUES: Record<string, { en: unknown; de: unknown }> = {
  page: { en: { ...texts, ...moreTexts }, de: { ...germanTexts, ...moreGermanTexts } },
  boards: { en: boards, de: boardsInGerman },
  messages: { en: pick(messages, Object.keys(messagesInGerman)), de: messagesInGerman },
}

describe.each(Object.entries(CATALOGUES))('the words of %s', (_, { en, de }) => {
  it('are there in both languages', () => {
    expect(
      leaves(de)
        .map(([path]) => path)
        .toSorted(),
    ).toEqual(
      leaves(en)
        .map(([path]) => path)
        .toSorted(),
    )
  })

  it('call a thing by one German word', () => {
    const germanTexts = leaves(de).map(([path, leaf]) => `${path}: ${String(leaf)}`)
    expect(germanTexts.filter((one) => OTHER_WORDS.test(one))).toEqual([])
  })

  it('differ', () => {
    const german = new Map(leaves(de))
    const same = leaves(en).filter(([path, text]) => {
      if (typeof text === 'function')
        return String(text) === String(german.get(path)) && /[a-z]{3} /.test(withoutValues(String(text)))
      return typeof text === 'string' && WORD.test(withoutValues(text)) && text === german.get(path)
    })
    expect(same.filter(([, text]) => !SAME_IN_GERMAN.includes(text as string))).toEqual([])
  })
})

/** What a text says by itself, without what it takes and puts in. */
const withoutValues = (source: string) => source.replace(/^\(.*?\) => /s, '').replace(/\$?\{\w+\}/g, '')

interface LanguageFile {
  texts: object
  moreTexts: object
}

const FILES = import.meta.glob<LanguageFile>('../../web/src/words/languages/*.ts', { eager: true })

describe.each(Object.entries(FILES))('%s', (path, { texts: first, moreTexts: more }) => {
  const code = /(\w+)\.ts$/.exec(path)![1]!
  const said = { ...first, ...more }

  it('is a language that can be chosen', () => {
    expect(Object.keys(LANGUAGES)).toContain(code)
    expect(Intl.getCanonicalLocales(code)).toEqual([code])
  })

  it('has each key of English, with its values in braces, and each form of a number', () => {
    expect(Object.keys(first).toSorted()).toEqual(Object.keys(texts).toSorted())
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories
    expect(valuesOf(said, categories)).toEqual(
      valuesOf({ ...texts, ...moreTexts }, new Intl.PluralRules('en').resolvedOptions().pluralCategories),
    )
  })
})

/** The names in braces of each text by its path. A text with forms has all that some form has, and `forms` if it has each. */
function valuesOf(said: object, categories: readonly string[], path = ''): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(said).flatMap(([key, text]: [string, string | Record<string, string>]) => {
      const at = `${path}.${key}`
      if (typeof text === 'string') return [[at, namesIn(text)]]
      if (typeof text['other'] !== 'string') return Object.entries(valuesOf(text, categories, at))
      const isWhole = Object.keys(text).toSorted().join() === categories.toSorted().join()
      return [[at, [...namesIn(Object.values(text).join()), isWhole ? 'forms' : `not ${String(categories)}`]]]
    }),
  )
}

const namesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].toSorted()

/** The words that a file says, by their paths: `vote.sides` if it chooses among those. */
const saidIn = (source: string) =>
  [...source.matchAll(/(?<![\w.])words((?:\s*\.\w+)+)/g)].map(([, path]) => path!.replace(/\s/g, '').slice(1))

const SPEAKING = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => readFileSync(new URL(name, SOURCE), 'utf8'))
  .filter((source) => /import \{[^}]*\bwords\b[^}]*\} from '[^']*\/words\.ts'/.test(source))

it('each text is said somewhere', () => {
  const shared = readFileSync(new URL('../../shared/finish/comparison.ts', import.meta.url), 'utf8')
  const comparisons = shared
    .replaceAll('say.words.', 'words.compare.')
    .replaceAll('say.counts.', 'words.counts.')
  const reports = readFileSync(new URL('../../shared/finish/report-view.ts', import.meta.url), 'utf8')
    .split('const say = words.')
    .map((part) => part.replaceAll(/\bsay\b/g, `words.reports.${part.match(/^\w+/)?.[0]}`))
  const contestants = readFileSync(new URL('../../shared/finish/contestant-view.ts', import.meta.url), 'utf8')
  const contestant = contestants.replaceAll('say.', 'words.record.')
  const said = new Set([...SPEAKING, comparisons, contestant, ...reports].flatMap(saidIn))
  // an area as a whole is never chosen from
  const isSaid = (path: string) =>
    path.split('.').some((_, nth, keys) => nth > 0 && said.has(keys.slice(0, nth + 1).join('.')))
  const paths = leaves({ ...texts, ...moreTexts }).map(([path]) => path)
  expect(SPEAKING.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !isSaid(path))).toEqual([])
})

/** Files that a first visit shows, and what they ask for later, except what `Below.svelte` loads with more words. */
function firstFiles(file: URL, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file.href) || !/\.(ts|svelte)$/.test(file.pathname)) return seen
  const source = readFileSync(file, 'utf8')
  seen.set(file.href, source)
  const asksWithWords = file.pathname.endsWith('/pages.ts') || source.includes('/Below.svelte')
  const imports = asksWithWords ? /\bfrom '(\.[^']+)'/g : /(?:\bfrom |\bimport\()'(\.[^']+)'/g
  for (const [, name] of source.matchAll(imports)) firstFiles(new URL(name!, file), seen)
  return seen
}

it('a first visit says nothing that is loaded later', () => {
  const pages = ['arenas/Arenas', 'leaderboard/Leaderboard', 'vote/Vote', 'missing/Missing']
  const files = firstFiles(new URL('start.ts', SOURCE))
  for (const page of pages) firstFiles(new URL(`pages/${page}Page.svelte`, SOURCE), files)
  const later = [...files].flatMap(([file, source]) =>
    saidIn(source)
      .filter((path) => path.split('.')[0]! in moreTexts)
      .map((path) => `${file.slice(SOURCE.href.length)}: ${path}`),
  )
  expect(files.size).toBeGreaterThan(50)
  expect(later).toEqual([])
})

describe('the language', () => {
  afterEach(() => (language.code = 'en'))

  it('the page takes the first preferred language that it has, else English', () => {
    expect(matchLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de')
    expect(matchLanguage(['en-GB', 'de'])).toBe('en')
    expect(matchLanguage(['fr', 'it'])).toBe('en')
    expect(matchLanguage([])).toBe('en')
  })

  it('the words are those of the language spoken now', () => {
    expect(words.site.language).toBe('Language')
    language.code = 'de'
    expect(words.site.language).toBe('Sprache')
  })

  it('a text takes values, numbers as the language writes them, and the form for its number', () => {
    expect(words.arenas.counted({ count: 1 })).toBe('1 arena.')
    expect(words.arenas.counted({ count: 1200 })).toBe('1,200 arenas.')
    expect(words.charts.itself({ name: '{count} $& $1' })).toBe('{count} $& $1: not compared with itself')
    language.code = 'de'
    expect(words.arenas.counted({ count: 1 })).toBe('1 Arena.')
    expect(words.arenas.counted({ count: 1200 })).toBe('1.200 Arenen.')
  })

  it('a text without one of its values, or with another, is no code', () => {
    // @ts-expect-error the value is missing
    expect(words.charts.itself({})).toContain('undefined')
    // @ts-expect-error there is no such value
    expect(words.charts.itself({ name: 'A', other: 'B' })).toContain('A')
    // @ts-expect-error it takes none
    expect(() => words.vote.skip({})).toThrow(TypeError)
  })
})

test('a failed call has the German text of its code, or else the server’s', async () => {
  // by its address: the page's own types know a browser, these do not
  const { Failure } = (await import(new URL('../../web/src/api/failure.ts', import.meta.url).href)) as {
    Failure: new (...all: [ProblemCode, string, null, null, CodedMessage | null]) => { localText: LocalText }
  }
  const failed = (code: ProblemCode, coded: AnyMessage) => {
    const { message, finding } = wireFields(coded)
    return new Failure(code, message, null, null, finding ?? null).localText
  }
  language.code = 'de'
  onTestFinished(() => void (language.code = 'en'))
  expect(failed('internal', msg('fault_inside')).text).toMatch(/^Auf dem Server ist etwas/)
  expect(failed('invalid_request', 'It is odd.')).toEqual({ text: 'It is odd.', lang: 'en' })
})

test('a warning names a cause as the page does elsewhere, and one it does not know as the server does', () => {
  const causes = [
    { cause: 'rate_limited', count: 1200 },
    { cause: 'odd_one', count: 1 },
  ]
  const failed = warning(msg('failed_judgements', { count: 1201, causes }))
  expect(failed.message).toBe('1,201 judgements failed and do not count: rate limited 1,200, odd one 1.')
  language.code = 'de'
  onTestFinished(() => void (language.code = 'en'))
  expect(messageTranslator(inGerman)(failed.message, failed.finding).text).toMatch(
    /^1\.201 Urteile .*: Ratenlimit erreicht 1\.200, odd one 1\.$/,
  )
})
