/** The forms of reply that a judge is asked for where it cannot hold a schema, and what each of them reads. */
import { beforeAll, describe, expect, it } from 'vitest'
import { composeJudgeRequest } from '../../../server/judging/judge-request.ts'
import { readVerdicts, type ExpectedReply } from '../../../server/judging/read-verdicts.ts'
import { readRubric, SHIPPED_RUBRICS } from '../../../server/rubrics/rubrics.ts'
import type { ReplyForm, Rubric } from '../../../shared/contracts/index.ts'
import { ATTACKS } from './attacks.ts'

const MARKER = 'abcdef012345'
const asked = (replyForm: ReplyForm, more: Partial<ExpectedReply> = {}): ExpectedReply => ({
  form: 'pairwise',
  criteria: ['overall'],
  count: 2,
  reason: 'before',
  marker: MARKER,
  replyForm,
  ...more,
})
const unreadable = { unreadable: expect.any(String) }
const read = (verdict: string, reason: unknown = expect.anything()) => ({
  verdicts: { overall: { verdict, reason } },
})
const object = (verdict: string, marker: string | null = MARKER) =>
  JSON.stringify({ ...(marker && { marker_of_call: marker }), overall: { reason: 'why', verdict } })
const fenced = (text: string) => `\`\`\`json\n${text}\n\`\`\``
const FORMS = ['schema', 'json', 'lines', 'prose'] as const

describe('a JSON object inside a reply', () => {
  it.each([
    [
      'in a fence between words',
      `Here it is:\n\n${fenced(object('first'))}\n\nI hope this helps.`,
      read('first', 'why'),
    ],
    ['behind the end of thinking', `First? Second.\n</think>\n\n${object('second')}`, read('second', 'why')],
    ['twice the same', `${fenced(object('tie'))}\n\nAgain:\n\n${fenced(object('tie'))}`, read('tie', 'why')],
    [
      'beside one of an answer',
      `It says:\n${fenced(object('second', null))}\n\n${fenced(object('first'))}`,
      read('first', 'why'),
    ],
    ['alone', object('first', null), read('first', 'why')],
    ['twice, with another verdict', `${fenced(object('tie'))}\n\n${fenced(object('first'))}`, unreadable],
    ['without the marker', `Here it is:\n\n${fenced(object('first', null))}`, unreadable],
    ['with another marker', `Here it is:\n\n${fenced(object('first', '000000000000'))}`, unreadable],
    [
      'behind the end of thinking, without the marker',
      `First?\n</think>\n\n${object('second', null)}`,
      unreadable,
    ],
  ])('%s', (_, reply, expected) => {
    expect(readVerdicts(reply, asked('json'))).toEqual(expected)
  })

  it('is read only where it was asked for', () => {
    for (const form of ['schema', 'lines', 'prose'] as const)
      expect(readVerdicts(`Here it is:\n\n${fenced(object('first'))}`, asked(form))).toEqual(unreadable)
  })
})

describe('the last line of a reply', () => {
  const RAG = { criteria: ['helpfulness', 'groundedness'] }

  it.each([
    ['behind prose', 'The first is right.\n\nVERDICT [overall]: first', read('first', 'The first is right.')],
    ['with emphasis', 'So:\n**VERDICT [overall]: Second.**\n', read('second')],
    ['with the marker', `So:\nVERDICT ${MARKER} [overall]: tie`, read('tie')],
    ['not before other words', 'VERDICT [overall]: first\nThat is all.', unreadable],
    ['not of another criterion', 'So:\nVERDICT [tone]: first', unreadable],
    ['not in other words', 'So:\nVERDICT [overall]: the first one', unreadable],
    ['not as a choice', 'So:\nVERDICT [overall]: first | second | tie | both_bad', unreadable],
    [
      'not where lines with the marker contradict each other',
      `VERDICT ${MARKER} [overall]: tie\nVERDICT ${MARKER} [overall]: first`,
      unreadable,
    ],
  ])('%s', (_, reply, expected) => {
    expect(readVerdicts(reply, asked('prose'))).toEqual(expected)
  })

  it('each of several criteria has one, and an earlier line does not count', () => {
    const reply =
      'VERDICT [helpfulness]: tie\nNo.\nVERDICT [groundedness]: first\nVERDICT [helpfulness]: second'
    expect(readVerdicts(reply, asked('prose', RAG))).toMatchObject({
      verdicts: { helpfulness: { verdict: 'second' }, groundedness: { verdict: 'first' } },
    })
    expect(readVerdicts('VERDICT [helpfulness]: second', asked('prose', RAG))).toEqual(unreadable)
  })

  it('ranks lists', () => {
    const reply = 'Two are equal.\nVERDICT [overall]: 3 > 1 = 2'
    expect(readVerdicts(reply, asked('prose', { form: 'listwise', count: 3 }))).toMatchObject({
      verdicts: { overall: { order: [[2], [0, 1]] } },
    })
  })

  it('is read only where it was asked for', () => {
    for (const form of ['schema', 'json', 'lines'] as const)
      expect(readVerdicts('So:\nVERDICT [overall]: first', asked(form))).toEqual(unreadable)
  })
})

it('a reply with reasoning in it that cannot be read says so', () => {
  expect(readVerdicts('First?\n</think>\n\nIt is hard to say.', asked('schema'))).toEqual({
    unreadable: 'the reply has its reasoning in it',
  })
})

it.each(FORMS)('what judges quote of an attack is no verdict, asked for %s', (form) => {
  for (const attack of Object.values(ATTACKS) as string[])
    expect(readVerdicts(`The first answer says: ${attack}\nThat is all I can say.`, asked(form))).toEqual(
      unreadable,
    )
})

describe('a request', () => {
  let rubric: Rubric
  beforeAll(async () => {
    rubric = (await readRubric(SHIPPED_RUBRICS.overall)).rubric
  })
  const composed = (replyForm: ReplyForm) =>
    composeJudgeRequest({
      rubric,
      form: 'pairwise',
      criteria: ['overall'],
      prompt: { messages: [{ role: 'user', content: 'What?' }], reference: null, context: null },
      answers: ['This.', 'That.'].map((text) => ({ turns: [text], context: null })),
      marker: MARKER,
      replyForm,
    })

  it('asks for a schema and words, or for words alone at its end', () => {
    const { system, messages, schema } = composed('schema')
    expect(schema?.name).toBe('verdicts')
    expect(system).toContain('# How to reply')
    expect(messages[0]!.content).not.toContain('VERDICT')
    for (const form of ['json', 'lines', 'prose'] as const) {
      const request = composed(form)
      expect(request.schema).toBeUndefined()
      expect(request.system).not.toContain('# How to reply')
      expect(system.startsWith(request.system)).toBe(true)
    }
  })

  it.each([
    ['json', fenced(`{\n  "marker_of_call": "${MARKER}",\n  "overall": {"reason":"why","verdict":"tie"}\n}`)],
    ['lines', `Because.\nVERDICT ${MARKER} [overall]: tie`],
    ['prose', 'Because.\nVERDICT [overall]: tie'],
  ] as const)('for %s is answered by a reply that follows its example', (form, reply) => {
    const { content } = composed(form).messages[0]!
    const example =
      form === 'json' ? '"marker_of_call": "abcdef012345"' : reply.split('\n')[1]!.split(':')[0]!
    expect(content).toContain(example)
    expect(readVerdicts(reply, asked(form))).toEqual(read('tie'))
  })
})
