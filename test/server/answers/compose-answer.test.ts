import { describe, expect, test, it } from 'vitest'
import { composeThread, type GenerationConfig } from '../../../server/answers/index.ts'
import { composeAnswer } from '../../../server/answers/compose-answer.ts'
import type { Message } from '../../../shared/contracts/index.ts'
import { measure } from '../../../server/answers/put-answers.ts'

const maker: GenerationConfig = {
  providerType: 'openai',
  model: 'writer-1',
  system: null,
  template: null,
  params: { temperature: 0.2, max_tokens: 50 },
}
const user = (content: string): Message => ({ role: 'user', content })
const prompt = (messages: Message[]) => ({ messages, variables: null, context: null })

describe('what a contestant is asked', () => {
  test('fills template and system prompt from the prompt, each value once and unchanged', () => {
    const composed = composeAnswer(
      {
        ...maker,
        system: 'You serve {{ variables.shop.name }}.',
        template: 'Use this:\n{{context}}\n\n{{text}} ({{variables.tone}}, {{variables.limit}})',
      },
      {
        messages: [{ role: 'system', content: 'Be brief.' }, user('Where is {{variables.tone}}?')],
        variables: { shop: { name: 'Ana & Co' }, tone: 'warm', limit: 3 },
        context: ['Doors open at 9.', 'Closed on Mondays.'],
      },
    )
    expect(composed.request([])).toEqual({
      model: 'writer-1',
      system: 'You serve Ana & Co.\n\nBe brief.',
      messages: [
        user(
          'Use this:\n[1] Doors open at 9.\n\n[2] Closed on Mondays.\n\nWhere is {{variables.tone}}? (warm, 3)',
        ),
      ],
      params: maker.params,
    })
    expect(composed.context).toEqual(['Doors open at 9.', 'Closed on Mondays.'])
  })

  test('contains each user message in order, but not those that came with an answer', () => {
    const messages: Message[] = [user('Hello'), { role: 'assistant', content: 'Hi.' }]
    const composed = composeAnswer(
      { ...maker, template: 'Q: {{text}}' },
      prompt([...messages, user('First'), user('Second')]),
    )
    expect(composed.turns).toBe(2)
    expect(composed.request([]).messages).toEqual([...messages, user('Q: First')])
    expect(composed.request(['One']).messages).toEqual([
      ...messages,
      user('Q: First'),
      { role: 'assistant', content: 'One' },
      user('Second'),
    ])
  })

  test.each<[string, Message[]]>([
    ['nothing to answer', [user('Hello'), { role: 'assistant', content: 'Hi.' }]],
    ['starts with an assistant message', [{ role: 'assistant', content: 'Hi.' }, user('Hello')]],
    ['two assistant', [user('a'), { role: 'assistant', content: 'b' }, { role: 'assistant', content: 'c' }]],
    ['nothing to answer', [{ role: 'system', content: 'Be brief.' }]],
  ])('messages with %s are refused', (what, messages) => {
    expect(composeThread(messages)).toEqual({ wrong: expect.stringContaining(what) })
  })
})

describe('the hash of the inputs', () => {
  const base = { ...maker, system: 'S', template: '{{text}} {{variables.a}}' }
  const prompt = { messages: [user('Q')], variables: { a: 1, b: 2 }, context: null }
  const hash = (change: Partial<GenerationConfig> = {}, on: Partial<typeof prompt> = {}) =>
    composeAnswer({ ...base, ...change }, { ...prompt, ...on }).sha256

  test('does not depend on the order of keys, or on fields that are not sent', () => {
    expect(hash({ params: { max_tokens: 50, temperature: 0.2 } })).toBe(hash())
    expect(hash({}, { variables: { a: 1, b: 'other' as unknown as number } })).toBe(hash())
  })

  test('changes with everything that is sent', () => {
    const hashes = [
      hash(),
      hash({ model: 'writer-2' }),
      hash({ system: 'T' }),
      hash({ template: '{{text}}' }),
      hash({ params: { temperature: 0.3, max_tokens: 50 } }),
      hash({ providerType: 'anthropic' }),
      hash({}, { messages: [user('R')] }),
      hash({}, { variables: { a: 3, b: 2 } }),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

test('each further sample is requested with the next seed; without a seed all requests are equal', () => {
  const prompt = { messages: [{ role: 'user' as const, content: 'Hi' }], variables: null, context: null }
  const ask = (params: Record<string, unknown>, sample: number) =>
    composeAnswer(
      { providerType: 'openai', model: 'm', system: null, template: null, params },
      prompt,
      sample,
    )
  expect([1, 2, 3].map((sample) => ask({ seed: 5 }, sample).request([]).params)).toEqual([
    { seed: 5 },
    { seed: 6 },
    { seed: 7 },
  ])
  expect(ask({ temperature: 1 }, 2)).toMatchObject({ sha256: ask({ temperature: 1 }, 1).sha256 })
})

/** The measures stored with a text: its length, and a hash that identifies it. */
describe('a text', () => {
  it.each([
    ['', 0, 0],
    ['One two, three!', 15, 3],
    ["It’s a don't-care", 17, 3],
    ['🐎🐎', 2, 0],
    ['日本語 テスト', 7, 6],
    ['Ünïcode wörds', 13, 2],
  ])('%j has %i characters and %i words', (text, characters, words) => {
    expect(measure([text])).toMatchObject({ characters, words })
  })

  it('has the same hash whatever its surrounding space and Unicode form', () => {
    const same = (one: string[], other: string[]) => measure(one).text_sha256 === measure(other).text_sha256
    expect(same(['caf\u00e9'], [' cafe\u0301\n'])).toBe(true)
    expect(same([''], [' \t'])).toBe(true)
    expect(same(['a'], ['A'])).toBe(false)
    expect(same(['a b'], ['a  b'])).toBe(false)
    expect(same(['a', 'b'], ['a', 'b '])).toBe(true)
    expect(same(['a', 'b'], ['ab'])).toBe(false)
    expect(same(['a\nb'], ['a', 'b'])).toBe(false)
  })
})
