import { describe, expect, it } from 'vitest'
import { AnswerStyles, detailsOf } from '../../../../server/transfer/formats/vote-details.ts'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { opened } from './text-file.ts'

const unknown = { length: null, headers: null, lists: null, bold: null }

describe('the details of a vote in its row', () => {
  it('are empty if the row has none', () => {
    expect(detailsOf({ model_a: 'A', model_b: 'B' }, null)).toEqual({
      styleA: unknown,
      styleB: unknown,
      preferenceB: null,
      difficulty: null,
      castAt: null,
    })
  })

  it('are read from separate columns, as numbers or as text', () => {
    const { styleA, styleB, preferenceB, difficulty, castAt } = detailsOf(
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
    expect(detailsOf({ length_a: -1, length_b: 80, preference_b: 1.5 }, null)).toMatchObject({
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
      const { styleA, styleB } = detailsOf({ conv_metadata }, null)
      expect(styleA).toEqual({ length: 300, headers: 3, lists: 7, bold: 5 })
      expect(styleB).toEqual({ length: 150, headers: 0, lists: 1, bold: 2 })
    }
  })

  it('count the replies of the assistant, without the prompts', () => {
    const spoken = (answer: unknown) => [
      { role: 'user', content: '# A long question with **bold**' },
      { role: 'assistant', content: answer },
    ]
    const { styleA, styleB } = detailsOf(
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
      new Complaints(),
    )
    const row = { model_a: 'A', model_b: 'B', question_id: 'q', length_a: 1000 }
    expect(detailsOf(row, answers)).toMatchObject({
      styleA: { length: 4, bold: 0 },
      styleB: { length: 6, bold: 0 },
    })
    expect(detailsOf({ ...row, question_id: 'other' }, answers).styleA).toEqual(unknown)
  })
})
