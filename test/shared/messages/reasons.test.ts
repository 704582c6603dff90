import { afterEach, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { checkFaults } from '../../../server/judging/checks/checks.ts'
import { readYaml } from '../../../server/platform/read-yaml.ts'
import { ViewRequest } from '../../../server/ratings/index.ts'
import { CheckSpec, ExamplesQuery } from '../../../shared/contracts/index.ts'
import { de } from '../../../shared/messages/de/index.ts'
import { en } from '../../../shared/messages/en/index.ts'
import { messagesOfIssue, msg, inEnglish, type AnyMessage } from '../../../shared/messages/index.ts'
import { render } from '../../../shared/messages/render.ts'
import { viewMessage } from '../../../web/src/words/messages/index.ts'
import { language } from '../../../web/src/words/language.svelte.ts'

afterEach(() => void (language.code = 'en'))

const inGerman = (message: AnyMessage) => (typeof message === 'string' ? message : render(message, de))

const PAIR = { a: 'A', b: 'B' }

test.each<[schema: z.ZodType, asked: object, english: string, german: string]>([
  [ViewRequest, { from: '2024-13' }, en.moment_asked, de.moment_asked],
  [ViewRequest, { source: 'odd' }, en.source_asked, de.source_asked],
  [
    ViewRequest,
    { criterion: 'x'.repeat(201) },
    'is too long; write at most 200 characters',
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
])('every page has the refusals of addresses in both languages: %#', (schema, input, english, german) => {
  const [{ message }] = messagesOfIssue(schema.safeParse(input, { reportInput: true }).error!.issues[0])
  expect(inEnglish(message)).toBe(english)
  const wrong = msg('sentence_at', { field: 'x', wrong: message })
  language.code = 'de'
  expect(viewMessage(inEnglish(wrong), wrong)).toEqual({ text: `x: ${german}.`, lang: undefined })
})

test.each<[text: string, english: RegExp, german: RegExp]>([
  [
    'a: 1\nb: *no',
    /^f\.yaml:2: not YAML: the alias \*no is not defined: .*&no/,
    /^f\.yaml:2: kein YAML: der Verweis \*no ist nicht definiert: .*&no/,
  ],
  ['a: *late\nb: &late 1', /f\.yaml:1: not YAML: the alias \*late/, /der Verweis \*late ist nicht/],
  [
    `a: &a [x, x]\nb: &b [${'*a, '.repeat(20)}*a]\nc: [${'*b, '.repeat(20)}*b]`,
    /its aliases expand/,
    /die Verweise ergeben/,
  ],
])(
  'an undefined alias and aliases that expand too far have their own messages: %#',
  (text, english, german) => {
    const read = readYaml(z.unknown(), text, 'f.yaml')
    const [fault, ...more] = 'faults' in read ? read.faults : []
    expect(more).toEqual([])
    expect(inEnglish(fault!)).toMatch(english)
    expect(inGerman(fault!)).toMatch(german)
  },
)

test('an alias has the value of the anchor above it', () => {
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

  it('are in German if they are known', () => {
    const pattern = `${inGerman(msg('no_pattern', { why: '' }))}: `
    expect(whyNot({ kind: 'regex', pattern: '(' })).toBe(`${pattern}eine Klammer ( wird nie geschlossen`)
    expect(whyNot({ kind: 'regex', pattern: 'a{2,1}' })).toBe(
      `${pattern}in { } steht die größere Zahl vor der kleineren`,
    )
    const schema = `${inGerman(msg('no_schema', { why: '' }))}: `
    expect(ofSchema({ colour: 1 })).toBe(`${schema}ein Schlüsselwort „colour“ gibt es nicht`)
    expect(ofSchema({ format: 'odd' })).toBe(`${schema}ein format „odd“ gibt es nicht`)
    expect(ofSchema({ $ref: '#/x' })).toBe(`${schema}der Verweis auf #/x führt zu nichts`)
    expect(ofSchema({ properties: { a: { type: 3 } } })).toBe(
      `${schema}properties/a/type hat eine Form, die dort nicht sein darf`,
    )
    expect(ofSchema({ $schema: 'http://x/y' })).toBe(`${schema}einen Entwurf http://x/y gibt es hier nicht`)
    expect(ofSchema({ pattern: '(' })).toBe(`${schema}eine Klammer ( wird nie geschlossen`)
  })

  it('are left out of a German message if they are unknown', () => {
    const why = 'as it was said tomorrow'
    for (const message of [
      msg('no_pattern', { why }),
      msg('no_schema', { why }),
      msg('gzip_damaged', { file: 'a.gz', why }),
    ])
      expect(inGerman(message)).not.toContain(why)
  })
})
