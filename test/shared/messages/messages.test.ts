import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { ArenaListRequest, ArenaShape } from '../../../shared/contracts/index.ts'
import { de } from '../../../shared/messages/de/index.ts'
import { en } from '../../../shared/messages/en/index.ts'
import {
  shortList,
  messagesOfIssue,
  msg,
  englishText,
  type AnyMessage,
} from '../../../shared/messages/index.ts'
import { render } from '../../../shared/messages/render.ts'
import { messageTranslator } from '../../../web/src/words/messages/index.ts'
import { language } from '../../../web/src/words/language.svelte.ts'
import { BattlesRequest } from '../../../server/leaderboard/list-battles.ts'
import { readYaml } from '../../../server/platform/read-yaml.ts'
import { ViewRequest } from '../../../server/ratings/index.ts'
import '../../web/all-words.ts'
import { casesIn } from '../../support/cases.ts'

const CASES = casesIn<{
  arena_refused: [set: object, path: string, code: string, values?: object][]
  address_refused: [schema: keyof typeof SCHEMAS, asked: object, english: string][]
  near: [typed: string, names: string[], near: string[] | null][]
}>(import.meta.url, 'messages')

afterEach(() => void (language.code = 'en'))

/** As a page of readers would show every message that is in German. */
const readerMessage = messageTranslator(de)

const inGerman = (message: AnyMessage) => (typeof message === 'string' ? message : render(message, de))

test('every code is defined once', async () => {
  const folder = new URL('../../../shared/messages/en/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file !== 'index.ts')
  const parts = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  const codes = parts
    .flatMap((part) => Object.values(part as object))
    .flatMap((one: unknown) => (typeof one === 'object' ? Object.keys(one!) : []))
  expect(codes.toSorted()).toEqual(Object.keys(en).toSorted())
})

describe('a finding', () => {
  const whole = msg('failed_judgements', { count: 2, causes: [{ cause: 'timeout', count: 2 }] })
  const ofFile = msg('row_wrong', { wrong: msg('field_empty', { field: 'winner' }) })

  it('is rendered with the messages in its values', () => {
    expect(englishText(ofFile)).toMatch(/^winner is empty/)
  })

  it('has its values in place of names in braces, and keeps placeholders of an arena.yaml', () => {
    expect(englishText(msg('port_needs_rights', { port: 80 }))).toMatch(/^Port 80 needs more rights/)
    expect(englishText(msg('template_without_text'))).toMatch(/^has no \{\{text\}\} or \{\{variables/)
  })

  it('names a few of many', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const none = msg('no_category', { categories: shortList(names), there: shortList([]) })
    expect(englishText(none)).toBe('no prompt has the category "a", "b", "c" and 2 more; there are none')
  })

  it('keeps its code and values when it is sent and read again', () => {
    language.code = 'de'
    expect(readerMessage(englishText(whole), JSON.parse(JSON.stringify(whole)))).toEqual({
      text: inGerman(whole),
      lang: undefined,
    })
  })

  it('is shown in the server’s English, marked as such, if the page does not know it or a message within it', () => {
    const english = { text: 'As the server says it.', lang: 'en' }
    language.code = 'de'
    expect(readerMessage(english.text, { code: 'of_tomorrow', values: {} })).toEqual(english)
    const within = { code: 'row_wrong', values: { wrong: { code: 'of_tomorrow', values: {} } } }
    expect(readerMessage(english.text, within)).toEqual(english)
    const listed = { code: 'several', values: { all: [{ code: 'of_tomorrow', values: {} }], more: 0 } }
    expect(readerMessage(english.text, listed)).toEqual(english)
    expect(readerMessage(english.text, { code: 'toString', values: {} })).toEqual(english)
    expect(readerMessage(english.text, undefined)).toEqual(english)
    language.code = 'en'
    expect(readerMessage(english.text, whole)).toEqual({ text: english.text, lang: undefined })
  })

  it('that another version stored under an unknown code is its code and values', () => {
    const stored = { code: 'of_tomorrow', values: { name: 'A', count: 3 } } as never
    expect(englishText(stored)).toBe('of_tomorrow: A: 3')
  })
})

const DESCRIBED = {
  arena: 'a',
  contestants: [{ name: 'A', responses: 'a.jsonl' }],
  prompts: [{ id: 'p', text: 'x' }],
}

test.each<[what: object, path: string, code: string, values?: object]>([
  ...CASES.arena_refused,
  [{ contestants: undefined }, 'contestants', 'missing', { kind: 'list' }],
  [
    { contestants: [{ name: 'x'.repeat(201), responses: 'a' }] },
    'contestants.0.name',
    'too_big',
    { of: 'text', limit: 200, inclusive: true },
  ],
  [
    { providers: { p: { apiKeyEnv: 'P' } } },
    'providers.p.type',
    'missing_one_of',
    { choices: expect.arrayContaining(['openai']) },
  ],
  [
    { providers: { p: { type: 'opnai', apiKeyEnv: 'P' } } },
    'providers.p.type',
    'choice_near',
    expect.anything(),
  ],
])('%j of an arena.yaml is refused at %s with %s', (what, path, code, values = {}) => {
  const read = ArenaShape.safeParse({ ...DESCRIBED, ...what }, { reportInput: true })
  const [refused, ...more] = read.error!.issues.flatMap((issue) => messagesOfIssue(issue))
  expect(more).toEqual([])
  expect(refused!.path.join('.')).toBe(path)
  expect(refused!.message).toEqual({ code, values })
})

test('a user never sees the words of the schema library', () => {
  for (const schema of [z.string().regex(/^a/, 'begins with a'), z.literal('a', 'begins with a')]) {
    const read = schema.safeParse('b', { reportInput: true })
    const [{ message }] = messagesOfIssue(read.error!.issues[0])
    expect(['unknown_form', 'none_of']).toContain(message.code)
    expect(englishText(message)).not.toContain('begins with a')
  }
})

it.each(CASES.near)('%s is near the right ones of %j', (typed, names, near) => {
  expect(shortList(names, typed)).toEqual(near ? { names: near, more: 0, near: true } : { names, more: 0 })
})

type Text = string | ((values: never) => string)
const english = en as Record<string, Text>
const german = de as Record<string, Text>

/** The names of the values that a text takes, from its source. */
function placeholders(text: Text): string[] {
  if (typeof text === 'string') return [...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([, name]) => name!)
  const source = String(text)
  const taken = /^\(\{([^}]*)\}/.exec(source)?.[1]
  const names = taken
    ? taken.split(',').map((name) => name.split(':')[0].trim())
    : [...source.matchAll(/\bvalues\.(\w+)/g)].map(([, name]) => name!)
  return [...new Set(names.filter((name) => name !== ''))].toSorted()
}

test('a text takes the same values in both languages', () => {
  const differing = Object.keys(german).filter(
    (code) =>
      typeof english[code] !== typeof german[code] ||
      placeholders(german[code]).some(
        (name) => placeholders(english[code]).length > 0 && !placeholders(english[code]).includes(name),
      ),
  )
  expect(differing).toEqual([])
})

test('every code is used', () => {
  const root = new URL('../../../', import.meta.url)
  const sources = ['server', 'scripts', 'shared', 'workshop']
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/^shared\/messages\/(en|de)\//.test(name))
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n')
  const unused = Object.keys(english).filter(
    (code) => !new RegExp(`['"\`]${code}\\b`).test(sources) && !sources.includes(` ${code}:`),
  )
  expect(unused).toEqual([])
})

const SCHEMAS = { ViewRequest, ArenaListRequest, BattlesRequest }

test.each<[schema: keyof typeof SCHEMAS, asked: object, english: string]>([
  ...CASES.address_refused,
  ['ViewRequest', { from: '2024-13' }, en.moment_asked],
  ['ViewRequest', { source: 'odd' }, en.source_asked],
  ['ViewRequest', { source: 'peeple' }, `${en.source_asked}; did you mean "people"?`],
  ['ViewRequest', { criterion: 'x'.repeat(201) }, 'is too long; write at most 200 characters'],
])('an address is refused in a sentence: %#', (schema, input, english) => {
  const [{ message }] = messagesOfIssue(
    SCHEMAS[schema].safeParse(input, { reportInput: true }).error!.issues[0],
  )
  expect(englishText(message)).toBe(english)
})

test.each<[text: string, english: RegExp]>([
  ['a: 1\nb: *no', /^f\.yaml:2: not YAML: the alias \*no is not defined: .*&no/],
  ['a: b: c', /^f\.yaml:1: not YAML: .* in quotes/],
  ['a: *late\nb: &late 1', /f\.yaml:1: not YAML: the alias \*late/],
  [`a: &a [x, x]\nb: &b [${'*a, '.repeat(20)}*a]\nc: [${'*b, '.repeat(20)}*b]`, /its aliases expand/],
])('an undefined alias and aliases that expand too far have their own messages: %#', (text, english) => {
  const read = readYaml(z.unknown(), text, 'f.yaml')
  const [fault, ...more] = 'faults' in read ? read.faults : []
  expect(more).toEqual([])
  expect(englishText(fault!)).toMatch(english)
})

test('an alias has the value of the anchor above it', () => {
  expect(readYaml(z.unknown(), 'a: &a { x: 1 }\nb: [*a, &a 2, *a]', 'f.yaml')).toEqual({
    value: { a: { x: 1 }, b: [{ x: 1 }, 2, 2] },
  })
})
