import { describe, expect, it, afterAll, beforeAll, test } from 'vitest'
import { casesIn } from '../../../support/cases.ts'
import { voteRow, votesIn, opened } from './text-file.ts'
import { englishText, msg } from '../../../../shared/messages/index.ts'
import { AnswerStyles, readVoteDetails } from '../../../../server/transfer/formats/vote-details.ts'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import { timeField } from '../../../../server/transfer/formats/fields.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { arenaSchema, voteSchema } from '../../../../shared/contracts/file-schemas.ts'
import { chooseVotes as choose, type Choice } from '../../../../server/transfer/formats/choose-votes.ts'
import { FileVotes } from '../../../../server/transfer/formats/file-votes.ts'
import type { VoteRow } from '../../../../shared/contracts/votes.ts'
import { rowsFromColumns as rowsIn } from '../../../shared/votes/table-rows.ts'

const CASES = casesIn<{
  times: [tstamp: unknown, seconds: number | null][]
  noon: string[]
  no_time: string[]
  taken: object[]
  refused: object[]
}>(import.meta.url, 'readers')
const csv = (...rows: string[]) => ['model_a,model_b,winner', ...rows, ''].join('\n')
const jsonl = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const good = { model_a: 'A', model_b: 'B', winner: 'tie' }

describe('reading votes', () => {
  it.each([
    ['where every one is a float', ['7.0,1.0', '8.0,'], ['7', '8'], ['1', null]],
    ['not where one is a version', ['7.0,1.0', '8.1,1.2'], ['7.0', '8.1'], ['1.0', '1.2']],
  ])('reads ids with a point and a zero as whole numbers, %s', async (_, ids, prompts, judges) => {
    const { votes } = await votesIn(
      ['question_id,judge,model_a,model_b,winner', ...ids.map((id) => `${id},A,B,tie`), ''].join('\n'),
    )
    expect(votes.map(({ questionId }) => questionId)).toEqual(prompts)
    expect(votes.map(({ judge }) => judge)).toEqual(judges)
  })

  it('reads every column, whatever its type', async () => {
    const columns = {
      question_id: 7,
      judge: ' j ',
      judge_type: 'llm',
      criterion: 'c',
      category: 'k',
      group: 'd',
      language: 'de',
    }
    const more = { turn: '2', pair_id: 'p', order: 'ab', tstamp: 1767225600.5, id: 'x', conversation_a: [] }
    const { votes } = await votesIn(jsonl({ ...good, ...columns, ...more }))
    expect(votes).toEqual([
      voteRow({
        id: 'x',
        winner: 'tie',
        questionId: '7',
        judge: 'j',
        judgeType: 'llm',
        criterion: 'c',
        category: 'k',
        promptGroup: 'd',
        language: 'de',
        turn: 2,
        pairId: 'p',
        order: 'ab',
        tstamp: 1767225600.5,
      }),
    ])
  })

  it('takes what programs write for an empty cell as no prompt, voter or id', async () => {
    const { votes } = await votesIn(jsonl({ ...good, question_id: 'NaN', judge: 'NA', id: 'None' }))
    expect(votes[0]).toMatchObject({ questionId: null, judge: null, id: null })
  })

  it('keeps names as written, without surrounding space', async () => {
    const { votes } = await votesIn(jsonl({ ...good, model_a: '  e\u0301 (7B)\t', model_b: 4 }))
    expect(votes[0]).toMatchObject({ modelA: 'e\u0301 (7B)', modelB: '4' })
  })

  it.each(CASES.times)('takes %j as the time %s', async (tstamp, expected) => {
    const { votes } = await votesIn(jsonl({ ...good, tstamp }))
    expect(votes.map((vote) => vote.tstamp)).toEqual([expected])
  })

  it('counts all bad rows, lists the first hundred, and counts them by kind', async () => {
    const rows = Array.from({ length: 150 }, (_, i) => (i % 3 ? 'A,B,maybe' : 'A,A,tie'))
    const { warning } = await votesIn(csv(...rows))
    expect(warning).toMatchObject({
      count: 150,
      message: `150 rows were left out (${englishText(msg('no_winner'))}: 100 ("maybe"); a contestant against itself: 50).`,
    })
    expect(warning!.lines).toEqual(Array.from({ length: 100 }, (_, i) => i + 2))
  })

  it('strict, stops at the first bad row with its line and reason', async () => {
    const text = csv('A,B,tie', 'A,B,maybe', 'A,A,tie')
    await expect(votesIn(text, { strict: true })).rejects.toThrow(
      'line 3: winner is not an outcome that is understood ("maybe").',
    )
    await expect(votesIn(csv('A,B,tie'), { strict: true })).resolves.toMatchObject({ warning: null })
  })

  it('strict, shows the value without invisible characters', async () => {
    await expect(votesIn(csv('A\u202e\u0085,B,tie'), { strict: true })).rejects.toThrow(
      'line 2: a control character in a name ("A\\u202e\\u0085").',
    )
  })

  it.each(['', ' \n', '[]', 'model_a,model_b,winner\n', '{"votes":[]}', '{"votes":[],"by":{"x":{"y":1}}}'])(
    'has no votes in %j',
    async (text) => {
      expect(await votesIn(text)).toEqual({ votes: [], warning: null })
    },
  )

  it.each([
    ['CSV', 'x,y\n1,2\n', 'no column model_a, model_b or winner (it has: x, y)'],
    ['JSONL', '{"x":1}\n', 'no column model_a, model_b or winner (it has: x)'],
    ['prose', 'Dear all,\nhere are the votes.\n', 'no column model_a, model_b or winner'],
    ['a bare header', 'foo,bar\n', 'no column model_a, model_b or winner (it has: foo, bar)'],
  ])('refuses %s without a known column', async (_, text, message) => {
    await expect(votesIn(text)).rejects.toThrow(message)
  })
})

const unknown = { length: null, headers: null, lists: null, bold: null }

describe('the details of a vote in its row', () => {
  it('are empty if the row has none', () => {
    expect(readVoteDetails({ model_a: 'A', model_b: 'B' }, null)).toEqual({
      styleA: unknown,
      styleB: unknown,
      preferenceB: null,
      difficulty: null,
      castAt: null,
    })
  })

  it('are read from separate columns, as numbers or as text', () => {
    const { styleA, styleB, preferenceB, difficulty, castAt } = readVoteDetails(
      {
        length_a: '120',
        length_b: 80,
        headers_a: 2,
        headers_b: '0',
        bold_a: 1,
        preference_b: '0.25',
        difficulty: '-1.5',
        tstamp: 1767225600,
      },
      null,
    )
    expect(styleA).toEqual({ length: 120, headers: 2, lists: null, bold: null })
    expect(styleB).toEqual({ length: 80, headers: 0, lists: null, bold: null })
    expect([preferenceB, difficulty, castAt]).toEqual([0.25, -1.5, 1767225600])
    expect(readVoteDetails({ length_a: -1, length_b: 80, preference_b: 1.5 }, null)).toMatchObject({
      styleA: unknown,
      preferenceB: null,
    })
  })

  it('are read from the counts of Chatbot Arena, also as JSON in a cell', () => {
    const metadata = {
      sum_assistant_a_tokens: 300,
      sum_assistant_b_tokens: 150,
      header_count_a: { h1: 1, h2: 2 },
      header_count_b: { h1: 0, h2: 0 },
      list_count_a: { ordered: 3, unordered: 4 },
      list_count_b: { ordered: 0, unordered: 1 },
      bold_count_a: { '**': 5, __: 0 },
      bold_count_b: { '**': 0, __: 2 },
    }
    for (const conv_metadata of [metadata, JSON.stringify(metadata)]) {
      const { styleA, styleB } = readVoteDetails({ conv_metadata }, null)
      expect(styleA).toEqual({ length: 300, headers: 3, lists: 7, bold: 5 })
      expect(styleB).toEqual({ length: 150, headers: 0, lists: 1, bold: 2 })
    }
  })

  it('count the replies of the assistant, without the prompts', () => {
    const spoken = (answer: unknown) => [
      { role: 'user', content: '# A long question with **bold**' },
      { role: 'assistant', content: answer },
    ]
    const { styleA, styleB } = readVoteDetails(
      {
        conversation_a: spoken('# Hi'),
        conversation_b: JSON.stringify(spoken([{ type: 'text', text: '- yes' }])),
      },
      null,
    )
    expect(styleA).toEqual({ length: 4, headers: 1, lists: 0, bold: 0 })
    expect(styleB).toEqual({ length: 5, headers: 0, lists: 1, bold: 0 })
  })

  it('are counted from one source for both sides: the first that has both', async () => {
    const answers = await AnswerStyles.read(
      await opened('prompt,model,text\nq,A,four\nq,B,sixsix\n'),
      new RowProblems(),
    )
    const row = { model_a: 'A', model_b: 'B', question_id: 'q', length_a: 1000 }
    expect(readVoteDetails(row, answers)).toMatchObject({
      styleA: { length: 4, bold: 0 },
      styleB: { length: 6, bold: 0 },
    })
    expect(readVoteDetails({ ...row, question_id: 'other' }, answers).styleA).toEqual(unknown)
  })
})

/** Times as text mean the same on every machine, or are none. */
const NOON = Date.UTC(2024, 4, 1, 12) / 1000

describe('a time as text', () => {
  const before = process.env['TZ']
  beforeAll(() => {
    process.env['TZ'] = 'America/New_York'
  })
  afterAll(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  it.each(CASES.noon)('%s is noon in UTC', (text) => expect(timeField(text)).toBe(NOON))

  it('that is a day begins in UTC', () => expect(timeField('2024-05-01')).toBe(NOON - 12 * 3600))

  it.each(CASES.no_time)('%s is none', (text) => expect(timeField(text)).toBeUndefined())
})

/** The published JSON Schema of a vote accepts the rows that the reader takes, and no others but for the outcome. */
describe('schema and reader', () => {
  const isValid = new Ajv2020({ strict: false }).compile(voteSchema())
  const good = { model_a: 'A', model_b: 'B', winner: 'model_a' }
  const long = { model_a: 'x'.repeat(201), judge: 'x'.repeat(201) }
  test.each([
    ...CASES.taken.map((row) => ['take', row] as const),
    ...[...CASES.refused, { winner: undefined }, { model_a: long.model_a }, { judge: long.judge }].map(
      (row) => ['refuse', row] as const,
    ),
  ])('both %s %j', async (what, row) => {
    const vote = { ...good, ...row }
    const isTaken = what === 'take'
    expect([isValid(vote), (await votesIn(jsonl(vote))).votes.length]).toEqual([isTaken, isTaken ? 1 : 0])
  })

  test('the schema asks for the outcomes of exports, the reader takes any known spelling', async () => {
    const row = { ...good, winner: 'left' }
    expect([isValid(row), (await votesIn(JSON.stringify(row))).votes.length]).toEqual([false, 1])
  })

  test('the schema of an arena.yaml is JSON Schema 2020-12', () => {
    const compiled = new Ajv2020({ strict: false, validateFormats: false }).compile(arenaSchema())
    expect(compiled({ arena: 'first', contestants: 3 })).toBe(false)
  })
})

const everything: Choice = { criterion: null, category: null, source: null, judge: null, orders: 'merge' }
const human = voteRow({ id: 'h', judge: 'ann', criterion: 'c', category: 'k', questionId: 'q' })
const llm = voteRow({ id: 'l', judge: 'gpt', judgeType: 'llm', winner: 'tie_inconsistent' })
const otherLlm = voteRow({ id: 'm', judge: 'opus', judgeType: 'llm', winner: 'both_bad' })
const result = voteRow({ id: 'r', judge: 'gpt', judgeType: 'result' })
const simulated = voteRow({ id: 's', judgeType: 'simulated' })

const chooseVotes = (rows: VoteRow[], choice: Choice) => {
  const { votes, ...rest } = choose(FileVotes.of(rows), choice)
  return { ...rest, votes: rowsIn(votes) }
}

const chosen = (rows: VoteRow[], choice: Partial<Choice> = {}) => {
  const { votes, view, warnings } = chooseVotes(rows, { ...everything, ...choice })
  return { ids: votes.map(({ id }) => id), source: view.source, warnings: warnings.map(({ code }) => code) }
}

describe('choosing the votes of a view', () => {
  it.each([
    ['people', [human]],
    ['judges', [llm, otherLlm]],
    ['all', [result]],
    ['all', [human, result]],
    ['simulated', [simulated]],
    ['all', []],
  ] as [string, VoteRow[]][])('names %s as the source', (source, rows) => {
    expect(chosen(rows)).toEqual({ ids: rows.map(({ id }) => id), source, warnings: [] })
  })

  it('warns of people and judges together, unless a source is chosen', () => {
    const all = [human, llm, otherLlm, result]
    expect(chosen(all)).toEqual({ ids: ['h', 'l', 'm', 'r'], source: 'all', warnings: ['mixed_sources'] })
    expect(chosen(all, { source: 'people' })).toEqual({ ids: ['h'], source: 'people', warnings: [] })
    expect(chosen(all, { source: 'judges' })).toEqual({ ids: ['l', 'm'], source: 'judges', warnings: [] })
    expect(chosen(all, { source: 'judge:gpt' })).toEqual({ ids: ['l'], source: 'judge:gpt', warnings: [] })
    expect(chosen(all, { judge: 'gpt' })).toEqual({ ids: ['l', 'r'], source: 'judge:gpt', warnings: [] })
    expect(chosen(all, { judge: 'ann' })).toEqual({ ids: ['h'], source: 'judge:ann', warnings: [] })
  })

  it('restricts to a criterion and a category, and names them', () => {
    const view = { criterion: 'c', category: 'k' }
    expect(chosen([human, llm], view).ids).toEqual(['h'])
    expect(chosen([human, llm], { criterion: '' }).ids).toEqual(['l'])
    expect(chooseVotes([human], { ...everything, ...view }).view).toMatchObject(view)
  })

  it('never rates simulated votes with real ones', () => {
    expect(chosen([human, simulated])).toEqual({
      ids: ['h'],
      source: 'people',
      warnings: ['simulated_left_out'],
    })
    expect(chosen([human, simulated], { source: 'simulated' }).ids).toEqual(['s'])
  })

  it('makes a vote of each row, an inconsistent judgement a tie, and of several kinds only people are voters', () => {
    expect(chooseVotes([human, llm, otherLlm], everything).votes).toEqual([
      { id: 'h', contestantA: 'A', contestantB: 'B', outcome: 'left', prompt: 'q', voter: 'ann' },
      { id: 'l', contestantA: 'A', contestantB: 'B', outcome: 'tie', prompt: null, voter: null },
      { id: 'm', contestantA: 'A', contestantB: 'B', outcome: 'both_bad', prompt: null, voter: null },
    ])
  })

  it('warns of judgements asked in one order, or counts each row', () => {
    const ordered = (order: string, pairId: string, line: number) =>
      voteRow({ judgeType: 'llm', judge: 'j', order, pairId, line, id: String(line) })
    const rows = [ordered('ab', 'p', 1), ordered('ba', 'p', 2), ordered('ab', 'q', 3), ordered('ab', 'r', 4)]
    const merged = chooseVotes(rows, everything)
    expect(merged.votes).toHaveLength(1)
    expect(merged.warnings).toMatchObject([{ code: 'incomplete_judgement', count: 2, lines: [3, 4] }])
    const separate = chooseVotes(rows, { ...everything, orders: 'separate' })
    expect([separate.votes.length, separate.warnings]).toEqual([4, []])
  })
})

it('names a contestant as its first good row spells it', async () => {
  const lines = ['A,A,tie', 'a\u0308,A,tie', '\u00e4,B,tie'].map((cells) => `${cells}\n`).join('')
  const votes = await readFileVotes(await opened(`model_a,model_b,winner\n${lines}`), new RowProblems())
  expect(votes.contestants.names).toEqual(['a\u0308', 'A', 'B'])
})
