import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { ArenaFile, CheckSpec, ExamplesQuery } from '../../shared/contracts/index.ts'
import { de } from '../../shared/findings/de/index.ts'
import { en } from '../../shared/findings/en/index.ts'
import { few, findingsOf, found, inEnglish } from '../../shared/findings/index.ts'
import type { Said } from '../../shared/findings/index.ts'
import { tell } from '../../shared/findings/tell.ts'
import { told } from '../../web/src/words/findings/index.ts'
import { toldComparison } from '../../web/src/words/findings/comparisons.ts'
import { toldView } from '../../web/src/words/findings/views.ts'
import { checkFaults } from '../../server/judging/checks/check-faults.ts'
import { readYaml } from '../../server/platform/read-yaml.ts'
import { ViewRequest } from '../../server/ratings/index.ts'
import { language } from '../../web/src/words/language.svelte.ts'

afterEach(() => void (language.code = 'en'))

const inGerman = (said: Said) => (typeof said === 'string' ? said : tell(said, de))

test('no sentence stands in the place of another of the same code', async () => {
  const folder = new URL('../../shared/findings/en/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file !== 'index.ts')
  const parts = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  const codes = parts
    .flatMap((part) => Object.values(part as object))
    .flatMap((one: unknown) => (typeof one === 'object' ? Object.keys(one!) : []))
  expect(codes.toSorted()).toEqual(Object.keys(en).toSorted())
})

describe('a finding', () => {
  const wrong = found('found_there', { wrong: found('field_empty', { field: 'winner' }), there: '"x"' })
  const whole = found('row_wrong', { wrong })

  it('is said in every language from what it is made of, and so is what stands within', () => {
    expect(inEnglish(whole)).toBe('winner is empty ("x"); correct the row or take it out')
    expect(inGerman(whole)).toBe('winner ist leer („x“); die Zeile ausbessern oder herausnehmen')
    const lists = found('several', {
      all: [found('at_place', { place: 'a.md:1', wrong: found('rubric_empty') })],
      more: 2,
    })
    expect(inEnglish(lists)).toMatch(/^a\.md:1: says nothing below .* \(and 2 more\)$/)
    expect(inGerman(lists)).toMatch(/^a\.md:1: sagt unter dem Kopf nichts.* \(und noch 2\)$/)
  })

  it('names a few of many', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const none = found('no_category', { categories: few(names), there: few([]) })
    expect(inEnglish(none)).toBe('no prompt has the category "a", "b", "c" and 2 more; there is none')
    expect(inGerman(none)).toBe('kein Prompt hat die Kategorie „a“, „b“, „c“ und noch 2; es gibt keine')
    const alone = found('placeholder_empty', { name: 'text', prompts: few(['a']) })
    expect(inGerman(alone)).toContain('keinen Wert für den Prompt „a“; ihm einen geben')
  })

  it('comes over the wire as it was', () => {
    language.code = 'de'
    expect(told(inEnglish(whole), JSON.parse(JSON.stringify(whole)))).toEqual({
      text: inGerman(whole),
      lang: undefined,
    })
  })

  it('is told in the English of the server, and marked so, where the page does not know it or all of it', () => {
    const english = { text: 'As the server says it.', lang: 'en' }
    language.code = 'de'
    expect(told(english.text, { code: 'of_tomorrow', values: {} })).toEqual(english)
    const within = { code: 'row_wrong', values: { wrong: { code: 'of_tomorrow', values: {} } } }
    expect(told(english.text, within)).toEqual(english)
    const listed = { code: 'several', values: { all: [{ code: 'of_tomorrow', values: {} }], more: 0 } }
    expect(told(english.text, listed)).toEqual(english)
    expect(told(english.text, { code: 'toString', values: {} })).toEqual(english)
    expect(told(english.text, undefined)).toEqual(english)
    language.code = 'en'
    expect(told(english.text, whole)).toEqual({ text: english.text, lang: undefined })
  })

  it('of what readers ask for is known without the whole catalogue, one of files is not', () => {
    language.code = 'de'
    const refused = found('nobody_called', { field: 'contestant', arena: 'a', name: 'A' })
    expect(toldView(inEnglish(refused), refused)).toEqual({ text: inGerman(refused), lang: undefined })
    expect(toldView('x', whole)).toEqual({ text: 'x', lang: 'en' })
    const itself = found('compared_with_itself', { name: 'A' })
    expect(toldComparison(inEnglish(itself), itself)).toEqual({ text: inGerman(itself), lang: undefined })
    expect(toldView(inEnglish(itself), itself).lang).toBe('en')
  })
})

const DESCRIBED = {
  arena: 'a',
  contestants: [{ name: 'A', responses: 'a.jsonl' }],
  prompts: [{ id: 'p', text: 'x' }],
}
const judge = { name: 'J', provider: 'p', model: 'm', rubric: 'overall' }

test.each<[what: object, path: string, english: string | RegExp, german: string | RegExp]>([
  [{ arena: 'No Slug' }, 'arena', 'a slug has 1 to 64 of a-z, 0-9 and -', /^muss aus 1 bis 64 Zeichen/],
  [{ title: 7 }, 'title', 'is not a text; write a text', 'muss ein Text sein'],
  [{ colour: 'blue' }, 'colour', /^is no key that is known/, /^ist ein Schlüssel, den es hier nicht gibt/],
  [
    { visibility: 'none' },
    'visibility',
    /write public, link, private$/,
    /zur Wahl stehen public, link, private$/,
  ],
  [{ contestants: [] }, 'contestants', /^is empty/, /^ist leer/],
  [{ contestants: undefined }, 'contestants', 'is missing; it is a list', 'fehlt; hierher gehört eine Liste'],
  [
    { contestants: [{ name: 'A' }] },
    'contestants.0',
    /^give either `responses`/,
    /^entweder `responses` angeben/,
  ],
  [
    { contestants: [DESCRIBED.contestants[0], DESCRIBED.contestants[0]] },
    'contestants.1.name',
    /^the name "A" stands twice \(the first is number 1/,
    /^der Name „A“ steht zweimal da \(zuerst als Nummer 1/,
  ],
  [
    { contestants: [{ name: 'x'.repeat(201), responses: 'a' }] },
    'contestants.0.name',
    /200 characters at most/,
    /höchstens 200 Zeichen/,
  ],
  [
    { prompts: [{ id: 'p', text: 'x', turns: ['y'] }] },
    'prompts.0',
    /^give exactly one of/,
    /^genau eins von/,
  ],
  [{ prompts: 7 }, 'prompts', /of no form that is known here$/, /eine Form, die es hier nicht gibt$/],
  [
    { judges: [{ ...judge, answers: 9 }] },
    'judges.0.answers',
    'is too big; write 6 or less',
    'ist zu groß; erlaubt ist 6 oder weniger',
  ],
  [{ judges: [{ ...judge, answers: 3.5 }] }, 'judges.0.answers', /a whole number/, /eine ganze Zahl/],
  [{ budgetUsd: 0 }, 'budgetUsd', 'is too small; write more than 0', 'ist zu klein; erlaubt ist mehr als 0'],
  [
    { checks: [{ name: 'c', kind: 'regex', pattern: 'x', flags: 'g' }] },
    'checks.0.flags',
    'may hold i, m, s and u',
    /^darf nur i, m, s und u/,
  ],
  [
    { checks: [{ name: 'c', kind: 'other' }] },
    'checks.0.kind',
    'is none of what is known here; write exact, contains, regex, json-schema, llm',
    'ist nichts, was es hier gibt; zur Wahl stehen exact, contains, regex, json-schema, llm',
  ],
  [
    { checks: [{ name: 'c' }] },
    'checks.0.kind',
    'is missing; write exact, contains, regex, json-schema, llm',
    'fehlt; zur Wahl stehen exact, contains, regex, json-schema, llm',
  ],
  [
    { providers: { p: { apiKeyEnv: 'P' } } },
    'providers.p.type',
    /^is missing; write openai, /,
    /^fehlt; zur Wahl stehen openai, /,
  ],
  [
    { plan: { votesPerPair: 1, everything: true } },
    'plan',
    /^give either `votesPerPair`/,
    /^entweder `votesPerPair`/,
  ],
  [{ gate: { minWinRate: 55 } }, 'gate.minWinRate', /^55 is no share/, /^55 ist kein Anteil/],
  [{ gate: { minVotes: 0 } }, 'gate.minVotes', /^0 is no number of votes/, /^0 ist keine Anzahl von Stimmen/],
  [{ gate: { alpha: 5 } }, 'gate.alpha', /^5 does not lie/, /^5 liegt nicht/],
  [{ gate: { maxCostRatio: -1 } }, 'gate.maxCostRatio', /^-1 is no ratio/, /^-1 ist kein Verhältnis/],
  [
    { gate: { preset: 'strict' } },
    'gate.preset',
    /^"strict" is no preset; write cosmetic, default, critical$/,
    /^„strict“ ist keine Vorlage; zur Wahl stehen cosmetic, default, critical$/,
  ],
  [
    { providers: { p: { type: 'openai', apiKeyEnv: 'a key' } } },
    'providers.p.apiKeyEnv',
    /environment variable/,
    /Umgebungsvariable/,
  ],
  [
    { providers: { p: { type: 'openai', apiKeyEnv: 'P', baseUrl: 'x' } } },
    'providers.p.baseUrl',
    /^is no address/,
    /^ist keine Adresse/,
  ],
])('%j of an arena.yaml is refused in both languages', (what, path, english, german) => {
  const read = ArenaFile.safeParse({ ...DESCRIBED, ...what }, { reportInput: true })
  const [refused, ...more] = read.error!.issues.flatMap((issue) => findingsOf(issue))
  expect(more).toEqual([])
  expect(refused!.path.join('.')).toBe(path)
  expect(inEnglish(refused!.said)).toMatch(english)
  expect(inGerman(refused!.said)).toMatch(german)
})

const PAIR = { a: 'A', b: 'B' }

test.each<[schema: z.ZodType, asked: object, english: string, german: string]>([
  [
    ViewRequest,
    { from: '2024-13' },
    'give a date (2026-01-31) or a date and time with zone',
    'muss ein Datum sein (2026-01-31) oder Datum und Uhrzeit mit Zeitzone',
  ],
  [
    ViewRequest,
    { source: 'odd' },
    'is humans, judges, judge:NAME, powered, all or simulated',
    'muss humans, judges, judge:NAME, powered, all oder simulated sein',
  ],
  [
    ViewRequest,
    { criterion: 'x'.repeat(201) },
    'is too long; it has 200 characters at most',
    'ist zu lang; erlaubt sind höchstens 200 Zeichen',
  ],
  [ViewRequest, { category: ['a', 'b'] }, 'is not a text; write a text', 'muss ein Text sein'],
  [
    ExamplesQuery,
    { ...PAIR, offset: '-1' },
    'is too small; write 0 or more',
    'ist zu klein; erlaubt ist 0 oder mehr',
  ],
  [
    ExamplesQuery,
    { ...PAIR, limit: '51' },
    'is too big; write 50 or less',
    'ist zu groß; erlaubt ist 50 oder weniger',
  ],
  [
    ExamplesQuery,
    { ...PAIR, limit: '1.5' },
    'is not a whole number; write a whole number',
    'muss eine ganze Zahl sein',
  ],
  [ExamplesQuery, { ...PAIR, limit: 'x' }, 'is not a number; write a number', 'muss eine Zahl sein'],
])('an address may be refused on every page in both languages: %#', (schema, asked, english, german) => {
  const [{ said }] = findingsOf(schema.safeParse(asked).error!.issues[0]!)
  expect(inEnglish(said)).toBe(english)
  const wrong = found('sentence_at', { field: 'x', wrong: said })
  language.code = 'de'
  expect(toldView(inEnglish(wrong), wrong)).toEqual({ text: `x: ${german}.`, lang: undefined })
})

test.each<[text: string, english: RegExp, german: RegExp]>([
  [
    'a: 1\nb: *no',
    /^f\.yaml:2: not YAML: the alias \*no stands for nothing: there is no &no above it;/,
    /^f\.yaml:2: kein YAML: der Verweis \*no führt zu nichts: Darüber steht kein &no;/,
  ],
  ['a: *late\nb: &late 1', /f\.yaml:1: not YAML: the alias \*late/, /der Verweis \*late führt zu nichts/],
  [
    `a: &a [x, x]\nb: &b [${'*a, '.repeat(20)}*a]\nc: [${'*b, '.repeat(20)}*b]`,
    /its aliases multiply without measure/,
    /die Verweise vervielfachen sich ohne Maß/,
  ],
])('an alias that comes to nothing is told apart from those that multiply: %#', (text, english, german) => {
  const read = readYaml(z.unknown(), text, 'f.yaml')
  const [fault, ...more] = 'faults' in read ? read.faults : []
  expect(more).toEqual([])
  expect(inEnglish(fault!)).toMatch(english)
  expect(inGerman(fault!)).toMatch(german)
})

test('aliases of what stands above them are read', () => {
  expect(readYaml(z.unknown(), 'a: &a { x: 1 }\nb: [*a, &a 2, *a]', 'f.yaml')).toEqual({
    value: { a: { x: 1 }, b: [{ x: 1 }, 2, 2] },
  })
})

describe('reasons that other programs gave', () => {
  const whyNot = (spec: object) => {
    const [fault] = checkFaults(CheckSpec.parse({ name: 'c', ...spec }))
    return inGerman(fault!)
  }
  const ofSchema = (schema: object) => whyNot({ kind: 'json-schema', schema })

  it('are told in German where they are known', () => {
    const pattern = 'das Muster ist kein regulärer Ausdruck: '
    expect(whyNot({ kind: 'regex', pattern: '(' })).toBe(`${pattern}eine Klammer ( wird nie geschlossen`)
    expect(whyNot({ kind: 'regex', pattern: 'a{2,1}' })).toBe(
      `${pattern}in { } steht die größere Zahl vor der kleineren`,
    )
    const schema = 'das Schema ist nicht zu gebrauchen: '
    expect(ofSchema({ colour: 1 })).toBe(`${schema}ein Schlüsselwort „colour“ gibt es nicht`)
    expect(ofSchema({ format: 'odd' })).toBe(`${schema}ein format „odd“ gibt es nicht`)
    expect(ofSchema({ $ref: '#/x' })).toBe(`${schema}der Verweis auf #/x führt zu nichts`)
    expect(ofSchema({ properties: { a: { type: 3 } } })).toBe(
      `${schema}properties/a/type hat eine Form, die dort nicht sein darf`,
    )
    expect(ofSchema({ $schema: 'http://x/y' })).toBe(`${schema}einen Entwurf http://x/y gibt es hier nicht`)
    expect(ofSchema({ pattern: '(' })).toBe(`${schema}eine Klammer ( wird nie geschlossen`)
  })

  it('are left out of German where they are not, never told in English', () => {
    const why = 'as it was said tomorrow'
    expect(inGerman(found('no_pattern', { why }))).toBe('das Muster ist kein regulärer Ausdruck')
    expect(inGerman(found('no_schema', { why }))).toBe('das Schema ist nicht zu gebrauchen')
    expect(inGerman(found('gzip_damaged', { file: 'a.gz', why }))).not.toContain(why)
  })
})

test('what another schema says in words of its own stays as it is', () => {
  for (const schema of [z.string().regex(/^a/, 'begins with a'), z.literal('a', 'begins with a')]) {
    const read = schema.safeParse('b')
    expect(findingsOf(read.error!.issues[0]!)).toEqual([{ path: [], said: 'begins with a' }])
  }
})
