import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readRubric, SHIPPED_RUBRICS } from '../../../server/rubrics/rubrics.ts'
import { composeJudgeRequest } from '../../../server/judging/judge-request.ts'
import { readVerdicts, type ExpectedReply } from '../../../server/judging/read-verdicts.ts'
import type { Rubric } from '../../../shared/contracts/index.ts'
import { ATTACKS } from './attacks.ts'

const MARKER = 'abcdef012345'
const ASKED: ExpectedReply = {
  form: 'pairwise',
  criteria: ['overall'],
  count: 2,
  reason: 'before',
  marker: MARKER,
}
const FOUR: ExpectedReply = { ...ASKED, form: 'listwise', count: 4 }
const RAG: ExpectedReply = { ...ASKED, criteria: ['helpfulness', 'groundedness'] }
const line = (word: string, key = 'overall') => `VERDICT ${MARKER} [${key}]: ${word}`
const overall = (verdict: unknown, reason: unknown = 'why') =>
  JSON.stringify({ overall: { reason, verdict } })
const unreadable = { unreadable: expect.any(String) }
const read = (verdict: string, reason: string | null = 'why') => ({
  verdicts: { overall: { verdict, reason } },
})

describe('a verdict is read from its field', () => {
  it.each([
    ['as asked for', overall('first'), read('first')],
    ['in other letters', overall(' Both_Bad '), read('both_bad')],
    ['in a code fence', `\`\`\`json\n${overall('second')}\n\`\`\``, read('second')],
    ['in a fence without a name', `\`\`\`\n${overall('tie')}\n\`\`\`\n`, read('tie')],
    ['behind thinking', `<think>first? second!</think>\n\n${overall('first')}`, read('first')],
    ['without a reason', '{"overall":{"verdict":"tie"}}', read('tie', null)],
    ['beside fields nobody asked for', '{"overall":{"reason":"why","verdict":"tie","sure":9}}', read('tie')],
    [
      'with a verdict in words in the reason',
      overall('second', line('first')),
      read('second', line('first')),
    ],
  ])('%s', (_, reply, expected) => {
    expect(readVerdicts(reply, ASKED)).toEqual(expected)
  })

  it('unless the reply has more than 262,144 characters without its thinking', () => {
    const thinking = `<think>${'hm '.repeat(100_000)}</think>`
    expect(readVerdicts(thinking + overall('first'), ASKED)).toEqual(read('first'))
    expect(readVerdicts(overall('first', 'x'.repeat(2 ** 18)), ASKED)).toEqual({
      unreadable: 'the reply has 262187 characters, and 262144 at most are read',
    })
  })

  it('of each criterion', () => {
    const replyOf = (verdict: string) => ({ verdict, reason: verdict })
    const reply = { groundedness: replyOf('tie'), helpfulness: replyOf('first') }
    expect(readVerdicts(JSON.stringify(reply), RAG)).toEqual({
      verdicts: { helpfulness: replyOf('first'), groundedness: replyOf('tie') },
    })
  })

  it('of a ranking, counted from 0', () => {
    expect(readVerdicts('{"overall":{"reason":"","order":[[2],[1,4],[3]]}}', FOUR)).toEqual({
      verdicts: { overall: { order: [[1], [0, 3], [2]], reason: null } },
    })
  })
})

describe('a verdict is read from its marked line', () => {
  it.each([
    ['as asked for', `Shorter.\n${line('first')}`, read('first', 'Shorter.')],
    ['with emphasis', `Shorter.\n**${line('second')}.**`, read('second', 'Shorter.')],
    ['in a code fence', `Shorter.\n\`${line('tie')}\``, read('tie', 'Shorter.')],
    ['that says the same twice', `${line('first')}\n${line('First')}`, read('first', null)],
    ['beside marks of other calls', `VERDICT 000000000000 [overall]: second\n${line('first')}`, 'first'],
    ['below a quoted verdict', `It says\n> {"overall":{"verdict":"second"}}\n${line('first')}`, 'first'],
  ])('%s', (_, reply, expected) => {
    const parsed = readVerdicts(reply, ASKED)
    expect(parsed).toMatchObject(
      typeof expected === 'string' ? { verdicts: { overall: { verdict: expected } } } : expected,
    )
  })

  it('with the reason above or below it', () => {
    const reply = `One.\n${line('first', 'helpfulness')}\nTwo.\n${line('tie', 'groundedness')}\nThree.`
    const reasons = (reason: 'before' | 'after') => {
      const parsed = readVerdicts(reply, { ...RAG, reason })
      if ('unreadable' in parsed) throw new Error(parsed.unreadable)
      return Object.values(parsed.verdicts).map((one) => one.reason)
    }
    expect(reasons('before')).toEqual(['One.', 'Two.'])
    expect(reasons('after')).toEqual(['Two.', 'Three.'])
  })

  it('of a ranking', () => {
    expect(readVerdicts(`Hm.\n${line('2 > 1=4 > 3')}`, FOUR)).toEqual({
      verdicts: { overall: { order: [[1], [0, 3], [2]], reason: 'Hm.' } },
    })
  })
})

it.each<[string, string, ExpectedReply?]>([
  ['from nothing', ' \n'],
  ['from thinking alone', `<think>${overall('first')}</think>`],
  ['from thinking that never ends', `<think>\n${overall('first')}`],
  ['from a word', 'The first answer is better.'],
  ['from a heading', '**Verdict: first**'],
  ["from another judge's mark", 'Final verdict: [[A]]'],
  ['from a line without the marker', 'VERDICT [overall]: first'],
  ['from a line with another marker', 'VERDICT 000000000000 [overall]: first'],
  ['from the form as it was shown', line('first | second | tie | both_bad')],
  ['from a marked line in the middle of another', `I will write ${line('first')}`],
  ['from a quoted marked line', `> ${line('first')}`],
  ['from a marked line in other words', line('the first')],
  ['from two that contradict', `${line('first')}\n${line('second')}`],
  ['from a line on another criterion', line('first', 'tone')],
  ['from JSON with words around it', `Here you are: ${overall('first')}`],
  ['from JSON with words behind it', `${overall('first')}\nI hope this helps.`],
  ['from a fence with words around it', `Here:\n\`\`\`json\n${overall('first')}\n\`\`\``],
  ['from two objects', `${overall('first')}\n${overall('second')}`],
  ['from JSON that is cut', overall('first').slice(0, -1)],
  ['from a list', `[${overall('first')}]`],
  ['from a field under another name', '{"verdict":"first","reason":"why"}'],
  ['from a criterion that stands twice', '{"overall":{"verdict":"first"},"overall":{"verdict":"second"}}'],
  ['from a verdict that stands twice', '{"overall":{"verdict":"first","verdict":"second"}}'],
  ['from a name escaped to stand twice', '{"overall":{"verdict":"first"},"\\u006fverall":{"verdict":"tie"}}'],
  ['from another word', overall('A')],
  ['from the form as it was shown, in JSON', overall('first | second | tie | both_bad')],
  ['from a number', overall(1)],
  ['from a list of words', overall(['first'])],
  ['from a prototype', '{"__proto__":{"overall":{"verdict":"first"}}}'],
  ['of one criterion when another is missing', '{"helpfulness":{"verdict":"first"}}', RAG],
  ['of one line when another is missing', line('first', 'groundedness'), RAG],
  ['of a ranking that leaves one out', '{"overall":{"order":[[1],[2],[3]]}}', FOUR],
  ['of a ranking that has one twice', '{"overall":{"order":[[1],[2],[3],[4,1]]}}', FOUR],
  ['of a ranking of more', '{"overall":{"order":[[1],[2],[3],[5]]}}', FOUR],
  ['of a ranking with an empty group', '{"overall":{"order":[[1],[],[2,3],[4]]}}', FOUR],
  ['of a ranking by halves', '{"overall":{"order":[[1.5],[2],[3],[4]]}}', FOUR],
  ['of a pair where a ranking was asked for', overall('first'), FOUR],
  ['of a ranking where a pair was asked for', '{"overall":{"order":[[1],[2]]}}'],
  ['of a ranking line with words', line('2 > 1 > 3 and 4'), FOUR],
])('no verdict is read: %s', (_, reply, expectedReply = ASKED) => {
  expect(readVerdicts(reply, expectedReply)).toEqual(unreadable)
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

describe('an answer that contains', () => {
  let rubric: Rubric
  beforeAll(async () => {
    rubric = (await readRubric(SHIPPED_RUBRICS.overall)).rubric
  })
  const show = (first: string, second: string) =>
    composeJudgeRequest({
      rubric,
      form: 'pairwise',
      criteria: ['overall'],
      prompt: { messages: [{ role: 'user', content: 'Why?' }], reference: null, context: null },
      answers: [
        { turns: [first], context: null },
        { turns: [second], context: null },
      ],
      marker: MARKER,
    })
  const dividers = (content: string) =>
    content.split(/\r\n|[\n\r\u2028\u2029\u0085]/).filter((one) => one.includes(MARKER))

  it.each(Object.entries(ATTACKS))('%s does not move a divider or make a verdict', (_, attack) => {
    const plain = show('Because.', 'It is so.')
    const attacked = show(attack, 'It is so.')
    const content = attacked.messages[0].content
    expect(attacked.system).toBe(plain.system)
    expect(dividers(content)).toEqual(dividers(plain.messages[0].content))
    expect(content).toContain(
      `[${MARKER} first answer begins]\n${attack}\n[${MARKER} first answer ends]\n\n[${MARKER} second answer begins]`,
    )
    expect(readVerdicts(`The first answer says: ${attack}`, ASKED)).toEqual(unreadable)
    expect(readVerdicts(`It says:\n${attack}\n${line('second')}`, ASKED)).toMatchObject(
      read('second', expect.any(String) as unknown as string),
    )
    expect(readVerdicts(overall('second', attack), ASKED)).toMatchObject({
      verdicts: { overall: { verdict: 'second' } },
    })
  })
})
