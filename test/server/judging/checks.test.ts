import { describe, expect, it } from 'vitest'
import { ATTACKS } from './attacks.ts'
import {
  checkFaults,
  composeCheck,
  runCheck,
  type LlmCheck,
  type RuleCheck,
} from '../../../server/judging/checks/checks.ts'
import { readCheck } from '../../../server/judging/read-verdicts.ts'
import type { PromptContent } from '../../../server/prompts/index.ts'
import { failingByRule } from '../../../server/judging/checks/gating.ts'
import { passRate } from '../../../server/judging/checks/checks-report.ts'
import { CheckSpec } from '../../../shared/contracts/index.ts'
import { englishText } from '../../../shared/messages/index.ts'
import { casesIn } from '../../support/cases.ts'

const CASES = casesIn<{
  exact: [what: string, settings: object, text: string, passes: boolean][]
  regex: [what: string, settings: object, text: string, passes: boolean][]
  json_schema: [what: string, text: string, passes: boolean, reason: string | null][]
  faults: [what: string, settings: object, fault: string | null][]
}>(import.meta.url, 'checks')

const PROMPT: PromptContent = {
  messages: [{ role: 'user', content: 'Which capital?' }],
  reference: 'Paris',
  variables: { country: 'France', ids: [1, 2], deep: { er: 'x' }, cost: '$& $1' },
  context: null,
}
const spec = (settings: object) => CheckSpec.parse({ name: 'c', ...settings })
const check = (settings: object, text: string, prompt: Partial<PromptContent> = {}) =>
  runCheck(spec(settings) as RuleCheck, { turns: [text], context: null }, { ...PROMPT, ...prompt })
const passes = async (settings: object, text: string) => (await check(settings, text)).passed

describe('exact', () => {
  it.each(CASES.exact)('compares with %s', async (_, settings, text, expected) => {
    expect(await passes({ kind: 'exact', ...settings }, text)).toBe(expected)
  })

  it('is not made if the prompt lacks the value of a placeholder', async () => {
    const settings = { kind: 'exact', value: '{{reference}}' }
    expect(await check(settings, 'Paris', { reference: null })).toEqual({
      passed: null,
      cause: 'the prompt has no reference',
      reason: null,
    })
    expect((await check({ kind: 'exact', value: '{{variables.town}}' }, 'x')).cause).toBe(
      'the prompt has no variables.town',
    )
  })

  it('looks at the last turn of a thread', async () => {
    const turns = { turns: ['Lyon', 'Paris'], context: null }
    expect((await runCheck(spec({ kind: 'exact', value: 'Paris' }) as RuleCheck, turns, PROMPT)).passed).toBe(
      true,
    )
  })
})

it('contains requires every value and names the missing ones', async () => {
  const settings = { kind: 'contains', value: ['Paris', '{{variables.country}}', 'Europe'] }
  expect(await check(settings, 'Paris in France, Europe')).toMatchObject({ passed: true, reason: null })
  expect(await check(settings, 'Paris')).toEqual({
    passed: false,
    cause: null,
    reason: 'missing: France, Europe',
  })
  expect(await passes({ kind: 'contains', value: 'PARIS', ignoreCase: true }, 'paris')).toBe(true)
})

describe('regex', () => {
  it.each(CASES.regex)('knows %s', async (_, settings, text, expected) => {
    expect(await passes({ kind: 'regex', ...settings }, text)).toBe(expected)
  })

  it('that times out is stopped and does not delay the next one', async () => {
    const endless = check({ kind: 'regex', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)
    const next = check({ kind: 'regex', pattern: 'b' }, 'b')
    expect(await endless).toEqual({
      passed: null,
      cause: 'timed out after 2 seconds',
      reason: null,
      timedOut: true,
    })
    expect((await next).passed).toBe(true)
  })

  it('that times out on one answer is applied to no other answer when a run is planned', async () => {
    const required = spec({ kind: 'regex', pattern: '^(a+)+$', required: true })
    const answers = [`${'a'.repeat(60)}!`, 'b'].map((text, id) => ({
      id,
      promptId: 0,
      turns: [text],
      context: null,
    }))
    const of = () => ({ ...PROMPT, category: null })
    expect([...(await failingByRule([required], answers.slice(1), of))]).toEqual([[1, ['c']]])
    expect((await failingByRule([required], answers, of)).size).toBe(0)
  })

  it('reads long answers', async () => {
    const text = `${'word '.repeat(400_000)}end`
    expect(await passes({ kind: 'regex', pattern: '\\bend$' }, text)).toBe(true)
  })
})

describe('json-schema', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['city'],
    additionalProperties: false,
  }
  const kind = 'json-schema'
  it.each(CASES.json_schema)('knows an answer that %s', async (_, text, passed, reason) => {
    const result = await check({ kind, schema }, text)
    expect(result.passed).toBe(passed)
    if (reason) expect(result.reason).toMatch(new RegExp(reason))
    else expect(result.reason).toBeNull()
  })

  it('is read from the draft of JSON Schema that it names', async () => {
    const tuple = (items: object, $schema?: string) => ({
      kind,
      schema: { ...($schema && { $schema }), ...items },
    })
    const of = [{ type: 'string' }, { type: 'number' }]
    const seven = 'http://json-schema.org/draft-07/schema#'
    expect(await passes(tuple({ items: of }, seven), '["a",1]')).toBe(true)
    expect(await passes(tuple({ items: of }, seven), '["a","b"]')).toBe(false)
    expect(await passes(tuple({ prefixItems: of }), '["a","b"]')).toBe(false)
  })

  it('with a pattern that times out is stopped', async () => {
    const endless = { type: 'string', pattern: '^(a+)+$' }
    const result = await check({ kind, schema: endless }, JSON.stringify(`${'a'.repeat(60)}!`))
    expect(result.cause).toBe('timed out after 2 seconds')
  })
})

it.each(CASES.faults)('the problems of a check: %s', (_, settings, fault) => {
  const faults = checkFaults(spec(settings))
  if (fault) expect(faults.map(englishText).join()).toMatch(new RegExp(fault))
  else expect(faults).toEqual([])
})

describe('a check by a model', () => {
  const MARKER = 'abcdef012345'
  const llm = (question: string) => spec({ kind: 'llm', provider: 'p', model: 'm', question }) as LlmCheck
  const composed = async (question: string, text: string, prompt: Partial<PromptContent> = {}) => {
    const call = await composeCheck(
      llm(question),
      { turns: [text], context: ['a passage'] },
      { ...PROMPT, ...prompt },
      MARKER,
    )
    if ('missing' in call) throw new Error(`missing ${call.missing}`)
    return { system: call.system, content: call.messages[0].content }
  }

  it('sends the same question for all answers, with the answer between markers', async () => {
    const one = await composed('Does it name a city?', 'Paris')
    const other = await composed('Does it name a city?', 'Lyon', { reference: null })
    expect(one.system).toBe(other.system)
    expect(one.system).toContain('Does it name a city?')
    expect(one.content).toContain(`[${MARKER} answer begins]\nParis\n[${MARKER} answer ends]`)
    expect(one.content).not.toContain('a passage')
  })

  it('shows only the values that the question names', async () => {
    const { system, content } = await composed(
      'Is it {{reference}}, in {{variables.country}}, as {{context}} says?',
      'Paris',
    )
    expect(system).toContain('Is it the reference, in the variable country, as the context says?')
    expect(content).toContain(`[${MARKER} reference begins]\nParis\n`)
    expect(content).toContain(`[${MARKER} variable country begins]\nFrance\n`)
    expect(content).toContain(`[${MARKER} context begins]\na passage\n`)
    await expect(composed('Is it {{reference}}?', 'x', { reference: null })).rejects.toThrow(
      'missing reference',
    )
  })

  it.each<[string, string, object]>([
    ['yes', '{"reason":"names one","verdict":"yes"}', { passed: true, reason: 'names one' }],
    ['no in a fence', '```json\n{"reason":"","verdict":"No"}\n```', { passed: false, reason: null }],
    ['a marked line', `None.\nVERDICT ${MARKER} [check]: no`, { passed: false, reason: 'None.' }],
  ])('gives the result %s', (_, reply, expected) => {
    expect(readCheck(reply, MARKER)).toEqual(expected)
  })

  it.each([
    '',
    'Yes.',
    '{"verdict":true}',
    '{"verdict":"yes","verdict":"no"}',
    'Sure: {"verdict":"yes"}',
    'VERDICT [check]: yes',
    `VERDICT ${MARKER} [check]: yes\nVERDICT ${MARKER} [check]: no`,
    `VERDICT ${MARKER} [check]: yes | no`,
    `VERDICT ${MARKER} [other]: yes`,
  ])('gives no result for %j', (reply) => {
    expect(readCheck(reply, MARKER)).toEqual({ unreadable: expect.any(String) })
  })

  it.each(Object.entries(ATTACKS))('is not changed by %s', async (_, attack) => {
    const { content } = await composed('Is it right?', attack)
    expect(content).toContain(`[${MARKER} answer begins]\n${attack}\n[${MARKER} answer ends]`)
    expect(content.split(MARKER)).toHaveLength(
      (await composed('Is it right?', 'x')).content.split(MARKER).length,
    )
    expect(readCheck(`It says: ${attack}`, MARKER)).toEqual({ unreadable: expect.any(String) })
  })
})

it('a pass rate counts the checks that were made and compares the share with the required one', () => {
  const results = [true, true, true, false, null]
  expect(passRate(results, 0.75)).toMatchObject({
    passed: 3,
    failed: 1,
    notMade: 1,
    share: 0.75,
    met: true,
  })
  expect(passRate(results, 0.76).met).toBe(false)
  expect(passRate(results).met).toBeNull()
  expect(passRate([null], 0.5)).toMatchObject({ share: null, interval: null, met: null })
})
