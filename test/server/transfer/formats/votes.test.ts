import { describe, expect, it } from 'vitest'
import { voteRow, votesIn } from './text-file.ts'
import { inEnglish, msg, type CodedMessage } from '../../../../shared/messages/index.ts'

const csv = (...rows: string[]) => ['model_a,model_b,winner', ...rows, ''].join('\n')
const jsonl = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const good = { model_a: 'A', model_b: 'B', winner: 'tie' }

describe('reading votes', () => {
  it.each([
    ['model_a', 'left'],
    ['model_b', 'right'],
    ['tie', 'tie'],
    ['tie (bothbad)', 'both_bad'],
    ['both_bad', 'both_bad'],
    ['tie (inconsistent)', 'tie_inconsistent'],
  ])('the winner %s is %s', async (winner, expected) => {
    const { votes, warning } = await votesIn(csv(`A,B,${winner}`))
    expect(votes).toEqual([voteRow({ line: 2, winner: expected as 'left' })])
    expect(warning).toBeNull()
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

  it.each([
    ['a date', '2026-01-01T00:00:00Z', 1767225600],
    ['seconds', 1767225600.25, 1767225600.25],
    ['seconds as text', '1767225600', 1767225600],
    ['milliseconds', 1767225600250, 1767225600.25],
    ['milliseconds as text', '1767225600250', 1767225600.25],
    ['microseconds', 1767225600250000, 1767225600.25],
    ['nanoseconds as text', '1767225600000000000', 1767225600],
    ['the first second', 1e8, 1e8],
    ['nothing', ' ', null],
    ['null', null, null],
  ])('takes %s as a time', async (_, tstamp, expected) => {
    const { votes } = await votesIn(jsonl({ ...good, tstamp }))
    expect(votes.map((vote) => vote.tstamp)).toEqual([expected])
  })

  it.each<[wrong: CodedMessage, row: string, there?: string]>([
    [msg('no_winner'), 'A,B,NaN', '"NaN"'],
    [msg('no_winner'), 'A,B,C', '"C"'],
    [msg('field_empty', { field: 'winner' }), 'A,B,  '],
    [msg('field_missing', { field: 'winner' }), 'A,B'],
    [msg('field_empty', { field: 'model_a' }), ' ,B,tie'],
    [msg('field_empty', { field: 'model_b' }), 'A,\u00a0,tie'],
    [msg('against_itself'), 'A, A ,tie'],
    [msg('control_in_name'), '"A\u001b[1m",B,tie'],
    [msg('cells_more'), 'A,B,tie,tie'],
  ])('leaves out a row: %o', async (wrong, row, there) => {
    const { votes, warning } = await votesIn(csv('A,B,tie', row, 'A,B,tie'))
    expect(votes.map(({ line }) => line)).toEqual([2, 4])
    const reasons = [msg('reason_counted', { wrong, count: 1, ...(there && { there: [there] }) })]
    expect(warning).toEqual({
      code: 'dirty_rows',
      message: `1 row was left out (${inEnglish(wrong)}: 1${there ? ` (${there})` : ''}).`,
      finding: msg('rows_left_out', { count: 1, reasons, more: 0 }),
      count: 1,
      lines: [3],
    })
  })

  it.each<[wrong: string, row: object, there?: string]>([
    ['winner is empty', { ...good, winner: null }],
    ['model_a is empty', { ...good, model_a: {} }],
    ['model_b is missing', { model_a: 'A', winner: 'tie' }],
    [inEnglish(msg('other_judge_type')), { ...good, judge_type: 'robot' }, ' ("robot")'],
    ['a NUL or half a character in judge', { ...good, judge: 'a\0b' }],
    ['a control character in a name', { ...good, model_a: '\ud800' }],
    ['a control character in a name', { ...good, model_a: 'A\u202e' }],
    ['model_b is over 200 characters', { ...good, model_b: 'x'.repeat(201) }],
    ['question_id is over 200 characters', { ...good, question_id: 'x'.repeat(201) }],
    ['judge is over 200 characters', { ...good, judge: 'x'.repeat(201) }],
    ['id is over 200 characters', { ...good, id: 'x'.repeat(201) }],
    ['criterion is over 200 characters', { ...good, criterion: 'x'.repeat(201) }],
    ['category is over 200 characters', { ...good, category: 'x'.repeat(201) }],
    ['group is over 200 characters', { ...good, group: 'x'.repeat(201) }],
    ['pair_id is over 200 characters', { ...good, pair_id: 'x'.repeat(201) }],
    [inEnglish(msg('no_time')), { ...good, tstamp: 1e20 }, ' ("100000000000000000000")'],
    [inEnglish(msg('no_time')), { ...good, tstamp: -1 }, ' ("-1")'],
    [inEnglish(msg('no_time')), { ...good, tstamp: 'soon' }, ' ("soon")'],
    [inEnglish(msg('no_time')), { ...good, tstamp: '1969-12-31T23:59:59Z' }, ' ("1969-12-31T23:59:59Z")'],
  ])('leaves out a JSON row: %s', async (wrong, row, there = '') => {
    const { votes, warning } = await votesIn(jsonl(row, good))
    expect(votes.map(({ line }) => line)).toEqual([2])
    expect(warning).toMatchObject({ lines: [1], message: `1 row was left out (${wrong}: 1${there}).` })
  })

  it('counts all bad rows, lists the first hundred, and counts them by kind', async () => {
    const rows = Array.from({ length: 150 }, (_, i) => (i % 3 ? 'A,B,maybe' : 'A,A,tie'))
    const { warning } = await votesIn(csv(...rows))
    expect(warning).toMatchObject({
      count: 150,
      message: `150 rows were left out (${inEnglish(msg('no_winner'))}: 100 ("maybe"); ${inEnglish(msg('against_itself'))}: 50).`,
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
