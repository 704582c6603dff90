/** Tables of answers, read by the plan of their columns. */
import { describe, expect, it } from 'vitest'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import { recogniseTool } from '../../../../server/transfer/formats/tools/index.ts'
import { readToolFile } from '../../../../server/transfer/formats/tools/read-tool-file.ts'
import { collect, opened } from './text-file.ts'

/** The prompts and answers of a table, given as objects or as lines. */
async function tableOf(...content: (object | string)[]) {
  const lines = content.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
  const file = await opened(lines.join('\n'))
  const tool = recogniseTool(file)!
  expect(tool.format.name).toBe('a table of answers')
  const complaints = new RowProblems()
  const portions = await collect(
    (async function* () {
      for await (const rows of readToolFile(file, tool, complaints)) yield [rows]
    })(),
  )
  const prompts = portions.flatMap((rows) => rows.prompts)
  const answers = portions.flatMap((rows) => rows.answers)
  const ofPrompt = Map.groupBy(answers, ({ prompt }) => prompt)
  return {
    prompts,
    answers,
    rows: prompts.map(({ key }) =>
      Object.fromEntries((ofPrompt.get(key) ?? []).map(({ contestant, text }) => [contestant, text])),
    ),
    warning: complaints.warning(),
    tool,
  }
}

describe('a table of answers', () => {
  it('gives each prompt with its available answers', async () => {
    const { prompts, rows, warning } = await tableOf(
      'prompt,category,group,One,Two',
      'Hi,c,g,a,b',
      '"Hi\nho",,,,d',
    )
    expect(warning).toBeNull()
    expect(prompts.map((one) => [one.promptGroup, one.messages[0].content, one.category])).toEqual([
      ['g', 'Hi', 'c'],
      [undefined, 'Hi\nho', null],
    ])
    expect(rows).toEqual([{ One: 'a', Two: 'b' }, { Two: 'd' }])
  })

  it('identifies a prompt by its id, else by its text, in any row', async () => {
    const keys = async (...lines: string[]) => (await tableOf(...lines)).prompts.map(({ key }) => key)
    const [x, y] = await keys('prompt,A,B', 'x,1,2', 'y,1,2')
    expect(x).not.toBe(y)
    expect(await keys('prompt,B,C', 'y,3,4', 'x,1,2')).toEqual([y, x])
    expect(await keys('id,prompt,A,B', '7,x,1,2')).toEqual(['7'])
  })

  it('keeps texts that look like JSON, and gives a prompt again its next samples', async () => {
    const { prompts, answers } = await tableOf('prompt,A', '"{""a"": 1}","[1, 2]"', '"{""a"": 1}","[3]"')
    expect(prompts.map(({ messages }) => messages[0].content)).toEqual(['{"a": 1}'])
    expect(answers.map(({ text, sample }) => [text, sample])).toEqual([
      ['[1, 2]', 1],
      ['[3]', 2],
    ])
  })

  it('lists the rows that it leaves out', async () => {
    const { rows, warning } = await tableOf('prompt,A,B', ' ,1,2', 'x,1,2', 'y,,')
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ count: 2, lines: [2, 4] })
  })

  it.each([
    ['a broken name', 'prompt,A\u2028B', 'control character'],
    ['a name too long', `prompt,${'B'.repeat(201)}`, 'over 200 characters'],
  ])('has no contestant with %s', async (_, header, message) => {
    await expect(tableOf(header, 'x,1')).rejects.toThrow(message)
  })
})

describe('a table of answers in JSON', () => {
  it('has contestants of all rows at its beginning, and names columns that come later', async () => {
    const rows = [
      { prompt: 'x', A: '1' },
      { prompt: 'y', A: '3', B: '4' },
      { prompt: 'z', C: '5' },
    ]
    const expected = [{ A: '1' }, { A: '3', B: '4' }, { C: '5' }]
    expect((await tableOf(...rows)).rows).toEqual(expected)
    expect((await tableOf(JSON.stringify({ rows }))).rows).toEqual(expected)
    const many = Array.from({ length: 20_000 }, (_, i) => ({ prompt: `p${i}`, A: 'x' }))
    const { tool } = await tableOf(...many, { prompt: 'last', A: 'x', Z: 'y' })
    expect([...tool.head.notes.unread]).toEqual(['Z'])
  })

  it('has contestants after a text of any length', async () => {
    const prompt = 'x'.repeat(100_000)
    expect((await tableOf({ A: '1', B: '2', prompt })).rows).toEqual([{ A: '1', B: '2' }])
    expect((await tableOf({ prompt, A: '1', B: '2' })).rows).toEqual([{ A: '1', B: '2' }])
  })

  it('has no answer for a null or empty value, and keeps a number as written', async () => {
    expect((await tableOf({ prompt: 'x', A: null, B: 0, C: '' })).rows).toEqual([{ B: '0' }])
  })

  it.each([
    ['an answer is not a text', { prompt: 'y', A: { text: '1' } }],
    ['id is over 200 characters', { question_id: 'x'.repeat(201), prompt: 'y', A: '1' }],
    ['category is over 200 characters', { category: 'x'.repeat(201), prompt: 'y', A: '1' }],
  ])('leaves out a row: %s', async (wrong, row) => {
    const { rows, warning } = await tableOf({ prompt: 'x', A: '1' }, row)
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ lines: [2], message: `1 row was left out (${wrong}: 1).` })
  })
})
