/** Readers of rows: what a good row is, and that a bad one is left out and listed, between two good ones. */
import { describe, expect, it } from 'vitest'
import { readAnswers } from '../../../../server/transfer/formats/answers.ts'
import { readPrompts } from '../../../../server/transfer/formats/prompts.ts'
import { readVotes } from '../../../../server/transfer/formats/votes.ts'
import { englishText, type CodedMessage } from '../../../../shared/messages/index.ts'
import { casesIn } from '../../../support/cases.ts'
import { read } from './text-file.ts'

type Row = object | string
interface LeftOut {
  header?: string
  good: [Row, Row]
  long?: string[]
  left_out: [reason: string, row: Row, shown?: string][]
}
const READERS = { votes: readVotes, votes_of_csv: readVotes, prompts: readPrompts, answers: readAnswers }
const CASES = casesIn<Record<keyof typeof READERS, LeftOut>>(import.meta.url, 'readers')

describe.each(Object.entries(READERS))(
  'of %s',
  (kind, reader: (...all: never[]) => AsyncGenerator<unknown[]>) => {
    const { header = [], good, long = [], left_out } = CASES[kind as keyof typeof READERS]
    const tooLong = long.map((field): LeftOut['left_out'][number] => [
      `${field} is over 200 characters`,
      {
        ...(good[1] as object),
        ...(field === 'question_id' && { id: undefined, prompt: undefined }),
        [field]: 'x'.repeat(201),
      },
    ])
    it.each([...left_out, ...tooLong])('a row is left out: %s, %j', async (reason, row, shown) => {
      const { rows, warning } = await read(
        reader as typeof readVotes,
        ...[header].flat(),
        good[0],
        row,
        good[1],
      )
      expect(rows).toHaveLength(2)
      const message = `1 row was left out (${reason}: 1${shown === undefined ? '' : ` (${shown})`}).`
      const lines = [header.length === 0 ? 2 : 3]
      expect(warning).toEqual({ code: 'dirty_rows', message, finding: expect.anything(), count: 1, lines })
      expect(englishText(warning!.finding as CodedMessage)).toBe(message)
    })
  },
)

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
})
