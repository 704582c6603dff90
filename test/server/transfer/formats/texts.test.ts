import { describe, expect, it } from 'vitest'
import { readAnswers } from '../../../../server/transfer/formats/answers.ts'
import { readPrompts } from '../../../../server/transfer/formats/prompts.ts'
import { read } from './text-file.ts'
import { englishText, msg } from '../../../../shared/messages/index.ts'

describe('prompts', () => {
  const bare = { category: null, reference: null, variables: null, context: null, unread: [] }

  it('are read as text, messages or turns', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Why?' },
    ]
    const { rows, warning } = await read(
      readPrompts,
      {
        id: 'a',
        text: ' Hi\n',
        category: 'x',
        group: 'd',
        reference: 'Hello',
        variables: { n: 1 },
        context: 'doc',
      },
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
        promptGroup: 'd',
        reference: 'Hello',
        variables: { n: 1 },
        context: ['doc'],
        unread: [],
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

  it('are read from CSV, with lists as JSON in their cells', async () => {
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
    ['context is not a text or a list of texts', { id: 'a', text: 'x', context: [1] }],
    [englishText(msg('unstorable_in', { field: 'messages' })), { id: 'a', text: 'x\0' }],
    [englishText(msg('id_there')), { id: 'z', text: 'x' }],
    ['id is over 200 characters', { id: 'x'.repeat(201), text: 'x' }],
    ['question_id is over 200 characters', { question_id: 'x'.repeat(201), text: 'x' }],
    ['category is over 200 characters', { id: 'a', category: 'x'.repeat(201), text: 'x' }],
    ['group is over 200 characters', { id: 'a', group: 'x'.repeat(201), text: 'x' }],
    [englishText(msg('no_json')), '{'],
  ])('are left out and listed: %s', async (wrong, row) => {
    const { rows, warning } = await read(readPrompts, { id: 'z', text: 'good' }, row)
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ lines: [2], message: `1 row was left out (${wrong}: 1).` })
  })
})

describe('answers', () => {
  const bare = {
    transcript: null,
    sample: 1,
    text: null,
    turns: null,
    context: null,
    tokens: null,
    costUsd: null,
    latencyMs: null,
  }

  it('are read as text, blank or not, or as turns', async () => {
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
        sample: 1,
        text: '',
        turns: null,
        context: ['doc'],
        tokens: 12,
        costUsd: 0.5,
        latencyMs: 80.5,
        transcript: null,
      },
      { ...bare, line: 2, prompt: '1', contestant: 'A', turns: ['x', ''] },
    ])
  })

  it.each([
    ['prompt is missing', { model: 'A', text: 'x' }],
    ['model is missing', { prompt: 'p', model: ' ', text: 'x' }],
    ['text, turns and transcript are missing', { prompt: 'p', model: 'A' }],
    ['turns is not a list of texts', { prompt: 'p', model: 'A', turns: 'x' }],
    ['tokens is not a number of 0 or more', { prompt: 'p', model: 'A', text: 'x', tokens: -1 }],
    ['costUsd is not a number of 0 or more', { prompt: 'p', model: 'A', text: 'x', costUsd: 'free' }],
    ['a control character in a name', { prompt: 'p', model: 'A\n', text: 'x' }],
    ['a control character in a name', { prompt: 'p', model: 'A\u2028', text: 'x' }],
    ['prompt is over 200 characters', { prompt: 'x'.repeat(201), model: 'A', text: 'x' }],
    ['question_id is over 200 characters', { question_id: 'x'.repeat(201), model: 'A', text: 'x' }],
    ['model is over 200 characters', { prompt: 'p', model: 'x'.repeat(201), text: 'x' }],
    [englishText(msg('second_answer')), { prompt: 'z', model: 'Z', text: 'y' }],
  ])('are left out and listed: %s', async (wrong, row) => {
    if ('model' in row) row.model = row.model.replace(/[\n\u2028]$/, '$&B')
    const { rows, warning } = await read(readAnswers, { prompt: 'z', model: 'Z', text: 'x' }, row)
    expect(rows).toHaveLength(1)
    expect(warning).toMatchObject({ lines: [2], message: `1 row was left out (${wrong}: 1).` })
  })
})
