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
  rules: [
    what: string,
    settings: object,
    text: string,
    passed: boolean | null,
    why?: string | null,
    prompt?: Partial<PromptContent>,
  ][]
  replies: [reply: string, verdict: object | null][]
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

it.each(CASES.rules)('a rule knows %s', async (_, settings, text, passed, why = null, prompt = {}) => {
  expect(await check(settings, text, prompt)).toEqual({
    passed,
    cause: passed === null ? why : null,
    reason: passed === null ? null : why,
  })
})

it('a rule looks at the last turn of a thread, and at long answers', async () => {
  const turns = { turns: ['Lyon', 'Paris'], context: null }
  expect((await runCheck(spec({ kind: 'exact', value: 'Paris' }) as RuleCheck, turns, PROMPT)).passed).toBe(
    true,
  )
  const long = `${'word '.repeat(400_000)}end`
  expect((await check({ kind: 'regex', pattern: '\\bend$' }, long)).passed).toBe(true)
})

describe('a pattern that times out', () => {
  const pattern = '^(a+)+$'
  const text = `${'a'.repeat(60)}!`

  it('is stopped, in a schema too, and does not delay the next one', async () => {
    const endless = check({ kind: 'regex', pattern }, text)
    const next = check({ kind: 'regex', pattern: 'b' }, 'b')
    const cause = 'timed out after 2 seconds'
    expect(await endless).toEqual({ passed: null, cause, reason: null, timedOut: true })
    expect((await next).passed).toBe(true)
    const schema = { type: 'string', pattern }
    expect((await check({ kind: 'json-schema', schema }, JSON.stringify(text))).cause).toBe(cause)
  })

  it('is applied to no other answer when a run is planned', async () => {
    const required = spec({ kind: 'regex', pattern, required: true })
    const answers = [text, 'b'].map((turn, id) => ({ id, promptId: 0, turns: [turn], context: null }))
    const of = () => ({ ...PROMPT, category: null })
    expect([...(await failingByRule([required], answers.slice(1), of))]).toEqual([[1, ['c']]])
    expect((await failingByRule([required], answers, of)).size).toBe(0)
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

  it.each(CASES.replies)('reads the reply %j', (reply, verdict) => {
    expect(readCheck(reply.replaceAll('#', MARKER), MARKER)).toEqual(
      verdict ?? { unreadable: expect.any(String) },
    )
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
