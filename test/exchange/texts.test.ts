import { describe, expect, it } from 'vitest'
import { readAnswers } from '../../server/exchange/files/answers.ts'
import { Complaints } from '../../server/exchange/files/complaints.ts'
import type { OpenFile } from '../../server/exchange/files/open-file.ts'
import { readPrompts } from '../../server/exchange/files/prompts.ts'
import { readWideAnswers } from '../../server/exchange/files/wide-answers.ts'
import { collect, opened } from './text-file.ts'

type Reader<T> = (file: OpenFile, complaints: Complaints) => AsyncGenerator<T[]>

async function read<T>(reader: Reader<T>, ...content: (object | string)[]) {
  const lines = content.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
  const complaints = new Complaints()
  const rows = await collect(reader(await opened(lines.join('\n')), complaints))
  return { rows, warning: complaints.warning() }
}

describe('prompts', () => {
  const bare = { category: null, reference: null, variables: null, context: null }

  it('come as text, messages or turns', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Why?' },
    ]
    const { rows, warning } = await read(
      readPrompts,
      { id: 'a', text: ' Hi\n', category: 'x', reference: 'Hello', variables: { n: 1 }, context: 'doc' },
      { question_id: 7, messages, context: ['one', 'two'] },
      { id: 'own', question_id: 'c', turns: ['First?', 'Then?'] },
    )
    expect(warning).toBeNull()
    expect(rows).toEqual([
      {
        line: 1,
        key: 'a',
        messages: [{ role: 'user', content: ' Hi\n' }],
        category: 'x',
        reference: 'Hello',
        variables: { n: 1 },
        context: ['doc'],
      },
      { ...bare, line: 2, key: '7', messages, context: ['one', 'two'] },
      {
        ...bare,
        line: 3,
        key: 'c',
        messages: [
          { role: 'user', content: 'First?' },
          { role: 'user', content: 'Then?' },
        ],
      },
    ])
  })

  it('come as CSV, with lists as JSON in their cells', async () => {
    const { rows } = await read(readPrompts, 'id,turns,variables,category', 'a,"[""x"",""y""]","{""n"":1}",')
    expect(rows).toMatchObject([
      {
        line: 2,
        key: 'a',
        messages: [{ content: 'x' }, { content: 'y' }],
        variables: { n: 1 },
        category: null,
      },
    ])
  })

  it.each([
    ['id is missing', { text: 'x' }],
    ['text, messages and turns are missing', { id: 'a', text: '  ' }],
    ['messages is not a list of { role, content }', { id: 'a', messages: [{ role: 'robot', content: 'x' }] }],
    ['turns is not a list of texts', { id: 'a', turns: [1] }],
    ['variables is not an object', { id: 'a', text: 'x', variables: 'y' }],
    ['context is neither a text nor a list of texts', { id: 'a', text: 'x', context: [1] }],
    ['a NUL or half a character in a text', { id: 'a', text: 'x\0' }],
    ['an id that is already there', { id: 'z', text: 'x' }],
    ['no JSON', '{'],
  ])('are left out and listed: %s', async (wrong, row) => {
    const { rows, warning } = await read(readPrompts, { id: 'z', text: 'good' }, row)
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ lines: [2], message: `1 row was left out (${wrong}: 1).` })
  })
})

describe('answers', () => {
  const bare = { text: null, turns: null, context: null, tokens: null, costUsd: null, latencyMs: null }

  it('come as text, blank or not, or as turns', async () => {
    const { rows, warning } = await read(
      readAnswers,
      { prompt: 'p', model: ' A ', text: '', tokens: '12', costUsd: 0.5, latencyMs: 80.5, context: ['doc'] },
      { question_id: 1, model: 'A', turns: ['x', ''] },
    )
    expect(warning).toBeNull()
    expect(rows).toEqual([
      {
        line: 1,
        prompt: 'p',
        contestant: 'A',
        text: '',
        turns: null,
        context: ['doc'],
        tokens: 12,
        costUsd: 0.5,
        latencyMs: 80.5,
      },
      { ...bare, line: 2, prompt: '1', contestant: 'A', turns: ['x', ''] },
    ])
  })

  it.each([
    ['prompt is missing', { model: 'A', text: 'x' }],
    ['model is missing', { prompt: 'p', model: ' ', text: 'x' }],
    ['text and turns are missing', { prompt: 'p', model: 'A' }],
    ['turns is not a list of texts', { prompt: 'p', model: 'A', turns: 'x' }],
    ['tokens is not a number of 0 or more', { prompt: 'p', model: 'A', text: 'x', tokens: -1 }],
    ['costUsd is not a number of 0 or more', { prompt: 'p', model: 'A', text: 'x', costUsd: 'free' }],
    ['a control character in a name', { prompt: 'p', model: 'A\n', text: 'x' }],
    ['a second answer of a model to a prompt', { prompt: 'z', model: 'Z', text: 'y' }],
  ])('are left out and listed: %s', async (wrong, row) => {
    if ('model' in row) row.model = row.model.replace('A\n', 'A\nB')
    const { rows, warning } = await read(readAnswers, { prompt: 'z', model: 'Z', text: 'x' }, row)
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ lines: [2], message: `1 row was left out (${wrong}: 1).` })
  })
})

describe('a table of answers', () => {
  it('gives each prompt with the answers that are there', async () => {
    const { rows, warning } = await read(
      readWideAnswers,
      'prompt,category,One,Two',
      'Hi,c,a,b',
      '"Hi\nho",,,d',
    )
    expect(warning).toBeNull()
    expect(rows.map(({ prompt }) => [prompt.line, prompt.messages[0]!.content, prompt.category])).toEqual([
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

  it('knows a prompt by its id, else by its text, wherever it stands', async () => {
    const keys = async (...lines: string[]) =>
      (await read(readWideAnswers, ...lines)).rows.map(({ prompt }) => prompt.key)
    const [x, y] = await keys('prompt,A,B', 'x,1,2', 'y,1,2')
    expect(x).not.toBe(y)
    expect(await keys('prompt,B,C', 'y,3,4', 'x,1,2')).toEqual([y, x])
    expect(await keys('id,prompt,A,B', '7,x,1,2')).toEqual(['7'])
  })

  it('lists what it leaves out', async () => {
    const { rows, warning } = await read(readWideAnswers, 'prompt,A,B', ' ,1,2', 'x,1,2', 'x,3,4', 'y,,')
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ count: 3, lines: [2, 4, 5] })
  })

  it.each([
    ['one contestant', 'prompt,A', 'at least two are needed'],
    ['no prompt', 'x,A,B', 'has no column prompt'],
    ['a broken name', 'prompt,"A\nB",C', 'control character'],
  ])('is refused with %s', async (_, header, message) => {
    await expect(read(readWideAnswers, header, 'x,1,2')).rejects.toThrow(message)
  })
})
