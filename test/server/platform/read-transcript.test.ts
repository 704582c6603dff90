import { expect, test } from 'vitest'
import { readTranscript } from '../../../server/platform/read-transcript.ts'
import { englishText, type CodedMessage } from '../../../shared/messages/index.ts'
import { casesIn } from '../../support/cases.ts'

const CASES = casesIn<{
  openai: object[]
  openai_steps: object
  anthropic: object[]
  anthropic_steps: object
  faults: [what: string, transcript: unknown, fault: string][]
}>(import.meta.url, 'transcripts')

const { openai: OPENAI, anthropic: ANTHROPIC } = CASES

test('messages with tool_calls become steps word for word; results name the tool of their call', () => {
  expect(readTranscript(OPENAI)).toEqual(CASES.openai_steps)
})

test('blocks with tool_use and tool_result become the same steps, without hidden reasoning', () => {
  expect(readTranscript(ANTHROPIC)).toEqual(CASES.anthropic_steps)
})

test('neither the system prompt nor an id of a call, which tells the provider, is kept', () => {
  const read = JSON.stringify([readTranscript(OPENAI), readTranscript(ANTHROPIC)])
  expect(read).not.toMatch(/Kiki|call_\d|toolu_|parcel\?/)
})

test('steps that were read once are read again unchanged', () => {
  const { text, steps } = readTranscript(OPENAI) as { text: string; steps: object[] }
  expect(readTranscript(steps, text)).toEqual({ text, steps })
})

test('a text beside the transcript is the answer; the same text at its end is not shown twice', () => {
  expect(readTranscript(OPENAI, 'It is in Bonn.')).toEqual(readTranscript(OPENAI))
  expect(readTranscript(OPENAI, 'Bonn')).toMatchObject({ text: 'Bonn', steps: { length: 6 } })
})

test.each<[what: string, transcript: unknown, fault: string | RegExp]>([
  ...CASES.faults,
  [
    'arguments that are nested too deeply to be written as text',
    [
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', name: 'dig', input: JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) },
        ],
      },
    ],
    /part of type "tool_use" that cannot be shown/,
  ],
  ['no answer at the end', OPENAI.slice(0, -1), /does not end with a text of the assistant/],
  [
    'too many steps',
    Array.from({ length: 502 }, () => ({ role: 'assistant', content: 'x' })),
    /501 steps and 501 characters; at most 500 steps and 200000 characters are taken/,
  ],
  [
    'too long a result',
    [
      { role: 'tool', content: 'x'.repeat(200_001) },
      { role: 'assistant', content: 'y' },
    ],
    /200001 characters; .* shorten long results/,
  ],
])('the fault is named: %s', (_, value, fault) => {
  expect(englishText(readTranscript(value) as CodedMessage)).toMatch(new RegExp(fault))
})
