/** What is read of a judge's reply, in each form in which it may be asked for one, and what no answer can make it read. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readRubric, SHIPPED_RUBRICS } from '../../../server/rubrics/rubrics.ts'
import { composeJudgeRequest } from '../../../server/judging/judge-request.ts'
import { readVerdicts, type ExpectedReply } from '../../../server/judging/read-verdicts.ts'
import type { ReplyForm, Rubric, Verdicts } from '../../../shared/contracts/index.ts'
import { casesIn } from '../../support/cases.ts'
import { ATTACKS } from './attacks.ts'

const MARKER = 'abcdef012345'
/** A pair under one criterion. */
const ASKED: ExpectedReply = {
  form: 'pairwise',
  criteria: ['overall'],
  count: 2,
  reason: 'before',
  marker: MARKER,
}
/** What else a reply may be asked for. */
const ELSE: Record<string, Partial<ExpectedReply>> = {
  pair: {},
  four: { form: 'listwise', count: 4 },
  three: { form: 'listwise', count: 3 },
  rag: { criteria: ['helpfulness', 'groundedness'] },
  json: { replyForm: 'json' },
  prose: { replyForm: 'prose' },
}
const asked = (words: string): ExpectedReply =>
  Object.assign({}, ASKED, ...words.split(' ').map((word) => ELSE[word]))
const CASES = casesIn<{
  read: Record<string, Record<string, { reply: string; verdicts: Verdicts }>>
  unreadable: Record<string, Record<string, string>>
}>(import.meta.url, 'verdicts')
const FORMS = ['schema', 'json', 'lines', 'prose'] as const
const line = (word: string, key = 'overall') => `VERDICT ${MARKER} [${key}]: ${word}`
const overall = (verdict: unknown, reason: unknown = 'why') =>
  JSON.stringify({ overall: { reason, verdict } })
const unreadable = { unreadable: expect.any(String) }
const read = (verdict: string, reason: unknown = 'why') => ({ verdicts: { overall: { verdict, reason } } })

const marked = (text: string) => text.replaceAll('#', MARKER)

describe.each(Object.entries(CASES.read))('asked for %s, a verdict is read', (words, replies) => {
  it.each(Object.entries(replies))('%s', (_, { reply, verdicts }) => {
    const expected = { verdicts: JSON.parse(marked(JSON.stringify(verdicts))) as Verdicts }
    expect(readVerdicts(marked(reply), asked(words))).toEqual(expected)
  })
})

describe.each(Object.entries(CASES.unreadable))('asked for %s, no verdict is read', (words, replies) => {
  it.each(Object.entries(replies))('%s', (_, reply) => {
    expect(readVerdicts(marked(reply), asked(words))).toEqual(unreadable)
  })
})

it('a form of reply is read only where it was asked for', () => {
  const fenced = `Here it is:\n\n\`\`\`json\n{"marker_of_call":"${MARKER}",${overall('first').slice(1)}\n\`\`\``
  const replies = { json: fenced, prose: 'So:\nVERDICT [overall]: first' }
  for (const [own, reply] of Object.entries(replies))
    for (const replyForm of FORMS)
      expect([own, replyForm, readVerdicts(reply, { ...ASKED, replyForm })]).toEqual([
        own,
        replyForm,
        own === replyForm ? read('first', expect.any(String)) : unreadable,
      ])
})

it('a reply is read up to 262,144 characters without its thinking, and says if its reasoning is in it', () => {
  const thinking = `<think>${'hm '.repeat(100_000)}</think>`
  expect(readVerdicts(thinking + overall('first'), ASKED)).toEqual(read('first'))
  expect(readVerdicts(overall('first', 'x'.repeat(2 ** 18)), ASKED)).toEqual({
    unreadable: 'the reply has 262187 characters, and 262144 at most are read',
  })
  expect(readVerdicts('First?\n</think>\n\nIt is hard to say.', ASKED)).toEqual({
    unreadable: 'the reply has its reasoning in it',
  })
})

it('the reason stands above or below its marked line', () => {
  const reply = `One.\n${line('first', 'helpfulness')}\nTwo.\n${line('tie', 'groundedness')}\nThree.`
  const reasons = (reason: 'before' | 'after') => {
    const parsed = readVerdicts(reply, { ...asked('rag'), reason })
    if ('unreadable' in parsed) throw new Error(parsed.unreadable)
    return Object.values(parsed.verdicts).map((verdict) => verdict.reason)
  }
  expect(reasons('before')).toEqual(['One.', 'Two.'])
  expect(reasons('after')).toEqual(['Two.', 'Three.'])
})

describe('from any other text of a judge', () => {
  const fragment = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'first',
      'VERDICT',
      'overall',
      '[overall]:',
      '{',
      '}',
      '"verdict":',
      '```json',
      '\n',
      '[[A]]',
    ),
    fc.constantFrom(...Object.values(ATTACKS)),
  )
  const text = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(' '))
  const verdict = fc.constantFrom('first', 'second', 'tie', 'both_bad')

  it('without the marker and beside JSON is no verdict', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (before, after, fenced) => {
        const json = fenced ? `\`\`\`json\n${overall('first')}\n\`\`\`` : overall('first')
        fc.pre(before.replace(/<think.*<\/think>/s, '').trim() !== '')
        expect(readVerdicts(`${before}\n${json}\n${after}`, ASKED)).toEqual(unreadable)
      }),
    )
  })

  it('around a marked line, only the line decides', () => {
    fc.assert(
      fc.property(text, text, verdict, (before, after, word) => {
        const parsed = readVerdicts(`.${before}\n${line(word)}\n${after}`, ASKED)
        expect(parsed).toMatchObject({ verdicts: { overall: { verdict: word } } })
      }),
    )
  })

  it('as a reason is kept as written and decides nothing', () => {
    fc.assert(
      fc.property(text, verdict, (reason, word) => {
        const expected = read(word, reason.trim() || null)
        expect(readVerdicts(overall(word, reason), ASKED)).toEqual(expected)
      }),
    )
  })
})

describe('a request', () => {
  let rubric: Rubric
  beforeAll(async () => {
    rubric = (await readRubric(SHIPPED_RUBRICS.overall)).rubric
  })
  const composed = (first: string, replyForm?: ReplyForm) =>
    composeJudgeRequest({
      rubric,
      form: 'pairwise',
      criteria: ['overall'],
      prompt: { messages: [{ role: 'user', content: 'Why?' }], reference: null, context: null },
      answers: [first, 'It is so.'].map((text) => ({ turns: [text], context: null })),
      marker: MARKER,
      ...(replyForm && { replyForm }),
    })
  const dividers = (content: string) =>
    content.split(/\r\n|[\n\r\u2028\u2029\u0085]/).filter((text) => text.includes(MARKER))

  it.each(Object.entries(ATTACKS))('no divider is moved and no verdict made by %s', (_, attack) => {
    const plain = composed('Because.')
    const attacked = composed(attack)
    const content = attacked.messages[0].content
    expect(attacked.system).toBe(plain.system)
    expect(dividers(content)).toEqual(dividers(plain.messages[0].content))
    expect(content).toContain(
      `[${MARKER} first answer begins]\n${attack}\n[${MARKER} first answer ends]\n\n[${MARKER} second answer begins]`,
    )
    expect(readVerdicts(`The first answer says: ${attack}`, ASKED)).toEqual(unreadable)
    for (const replyForm of FORMS)
      expect(
        readVerdicts(`The first answer says: ${attack}\nThat is all I can say.`, { ...ASKED, replyForm }),
      ).toEqual(unreadable)
    expect(readVerdicts(`It says:\n${attack}\n${line('second')}`, ASKED)).toMatchObject(
      read('second', expect.any(String)),
    )
    expect(readVerdicts(overall('second', attack), ASKED)).toMatchObject({
      verdicts: { overall: { verdict: 'second' } },
    })
  })

  it('asks for a schema and words, or for words alone at its end, and a reply that follows its example is read', () => {
    const { system, messages, schema } = composed('This.', 'schema')
    expect(schema?.name).toBe('verdicts')
    expect(system).toContain('# How to reply')
    expect(messages[0]!.content).not.toContain('VERDICT')
    const examples = {
      json: [`"marker_of_call": "${MARKER}"`, ',\n  "overall": {"reason":"why","verdict":"tie"}\n}\n```'],
      lines: [`VERDICT ${MARKER} [overall]`, ': tie'],
      prose: ['VERDICT [overall]', ': tie'],
    }
    for (const form of ['json', 'lines', 'prose'] as const) {
      const request = composed('This.', form)
      expect(request.schema).toBeUndefined()
      expect(request.system).not.toContain('# How to reply')
      expect(system.startsWith(request.system)).toBe(true)
      const [example, rest] = examples[form]
      expect(request.messages[0]!.content).toContain(example)
      const reply = `${form === 'json' ? '```json\n{\n  ' : 'Because.\n'}${example}${rest}`
      expect(readVerdicts(reply, { ...ASKED, replyForm: form })).toEqual(read('tie', expect.any(String)))
    }
  })
})
