import { describe, expect, it } from 'vitest'
import { readWideAnswers } from '../../../../server/transfer/formats/answers.ts'
import { read } from './text-file.ts'
import { inEnglish, msg } from '../../../../shared/messages/index.ts'

/** What each contestant answered, row by row. */
async function answersIn(...content: (object | string)[]) {
  const { rows, warning } = await read(readWideAnswers, ...content)
  expect(warning).toBeNull()
  return rows.map(({ answers }) => Object.fromEntries(answers.map((one) => [one.contestant, one.text])))
}

describe('a table of answers', () => {
  it('gives each prompt with its available answers', async () => {
    const { rows, warning } = await read(
      readWideAnswers,
      'prompt,category,group,One,Two',
      'Hi,c,g,a,b',
      '"Hi\nho",,,,d',
    )
    expect(warning).toBeNull()
    expect(rows.map(({ prompt }) => prompt.promptGroup)).toEqual(['g', undefined])
    expect(rows.map(({ prompt }) => [prompt.line, prompt.messages[0].content, prompt.category])).toEqual([
      [2, 'Hi', 'c'],
      [3, 'Hi\nho', null],
    ])
    expect(rows.map(({ answers }) => answers.map(({ contestant, text }) => [contestant, text]))).toEqual([
      [
        ['One', 'a'],
        ['Two', 'b'],
      ],
      [['Two', 'd']],
    ])
    for (const { prompt, answers } of rows)
      for (const answer of answers) expect(answer.prompt).toBe(prompt.key)
  })

  it('identifies a prompt by its id, else by its text, in any row', async () => {
    const keys = async (...lines: string[]) =>
      (await read(readWideAnswers, ...lines)).rows.map(({ prompt }) => prompt.key)
    const [x, y] = await keys('prompt,A,B', 'x,1,2', 'y,1,2')
    expect(x).not.toBe(y)
    expect(await keys('prompt,B,C', 'y,3,4', 'x,1,2')).toEqual([y, x])
    expect(await keys('id,prompt,A,B', '7,x,1,2')).toEqual(['7'])
    expect(await keys('prompt,A,B', `${'long '.repeat(99)},1,2`)).toHaveLength(1)
  })

  it('lists the rows that it leaves out', async () => {
    const { rows, warning } = await read(readWideAnswers, 'prompt,A,B', ' ,1,2', 'x,1,2', 'x,3,4', 'y,,')
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ count: 3, lines: [2, 4, 5] })
  })

  it.each([
    ['no contestant', 'prompt,category', 'at least one'],
    ['no prompt', 'x,A,B', 'has no column prompt'],
    ['a broken name', 'prompt,A\u2028B,C', 'control character'],
    ['a name that turns text round', 'prompt,A\u202e,B', 'column "A\\u202e" contains a control character'],
    ['a name too long', `prompt,A,${'B'.repeat(201)}`, 'more than 200 characters ("BBB'],
  ])('is refused with %s', async (_, header, message) => {
    await expect(read(readWideAnswers, header, 'x,1,2')).rejects.toThrow(message)
  })
})

describe('a table of answers in JSON', () => {
  const one = { prompt: 'x', A: '1', B: '2' }

  it('reads names without JSON escapes and surrounding space', async () => {
    expect(await answersIn('{"prompt":"x","Caf\\u00e9":"1","B \\"q\\"":"2"," C\\t":"3"," D ":"4"}')).toEqual([
      { Café: '1', 'B "q"': '2', C: '3', D: '4' },
    ])
  })

  it.each([
    [
      { prompt: 'x', responses: { v1: 'a', v2: 'b' } },
      'column "responses" holds objects (v1, v2), not texts',
    ],
    [{ prompt: 'x', outputs: ['a', 'b'] }, 'column "outputs" holds lists, not texts'],
  ])('is refused with answers in one column, and says how to write them', async (row, message) => {
    await expect(answersIn(row, { ...row, prompt: 'y' })).rejects.toThrow(message)
  })

  it('has contestants that first appear in a later row', async () => {
    const rows = [
      { prompt: 'x', A: '1' },
      { prompt: 'y', A: '3', B: '4' },
      { prompt: 'z', C: '5' },
    ]
    const expected = [{ A: '1' }, { A: '3', B: '4' }, { C: '5' }]
    expect(await answersIn(...rows)).toEqual(expected)
    expect(await answersIn(JSON.stringify({ rows }))).toEqual(expected)
  })

  it('has contestants after a text of any length', async () => {
    const prompt = 'x'.repeat(100_000)
    expect(await answersIn({ ...one, prompt })).toEqual([{ A: '1', B: '2' }])
    expect(await answersIn(JSON.stringify([{ id: '1', context: prompt, ...one }]))).toHaveLength(1)
  })

  it('has no answer for a null or empty value, and keeps a number as written', async () => {
    expect(await answersIn({ prompt: 'x', A: null, B: 0, C: '' })).toEqual([{ B: '0' }])
  })

  it.each([
    [inEnglish(msg('column_twice')), { prompt: 'y', A: '1', ' A ': '2' }],
    ['an answer is not a text', { prompt: 'y', A: { text: '1' } }],
    ['id is over 200 characters', { id: 'x'.repeat(201), prompt: 'y', A: '1' }],
    ['category is over 200 characters', { category: 'x'.repeat(201), prompt: 'y', A: '1' }],
  ])('leaves out a row: %s', async (wrong, row) => {
    const { rows, warning } = await read(readWideAnswers, one, row)
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ lines: [2], message: `1 row was left out (${wrong}: 1).` })
  })

  it.each([
    ['a broken name in a later row', { prompt: 'y', 'A\u0007': '1', B: '2' }, 'line 2: the name of column'],
    ['a name too long in a later row', { prompt: 'y', ['A'.repeat(201)]: '1' }, /line 2: .* more than 200/],
  ])('is refused with %s', async (_, row, message) => {
    await expect(read(readWideAnswers, { prompt: 'x', A: '1' }, row)).rejects.toThrow(message)
  })
})
