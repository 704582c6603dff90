/** Results of evaluation and tracing tools. The rows are made by their published forms. */
import { describe, expect, it } from 'vitest'
import { msg, warning } from '../../../../../shared/messages/index.ts'
import { appFor } from '../../../../support/app.ts'
import { casesIn } from '../../../../support/cases.ts'
import { answersOf, csv, everything, importFile, jsonl, votesOf, type Row } from './tool-import.ts'

const said = (role: string, content: unknown) => ({ role, content })

const result = (
  testIdx: number,
  promptIdx: number,
  provider: string,
  label: string,
  output: unknown,
): Row => ({
  id: `${testIdx}-${promptIdx}`,
  promptIdx,
  testIdx,
  testCase: { vars: { question: `Question ${testIdx}?` }, assert: [] },
  promptId: label,
  provider: { id: provider, label: '' },
  prompt: { raw: `${label}: Question ${testIdx}?`, label },
  vars: { question: `Question ${testIdx}?` },
  response: { output, tokenUsage: { total: 9, prompt: 5, completion: 4 }, cost: 0.001 },
  success: true,
  score: 1,
  latencyMs: 120,
  gradingResult: { pass: true, score: 1, componentResults: [] },
  namedScores: {},
})
const promptfoo = (prompts: Row[] | null, ...results: Row[]) =>
  JSON.stringify({
    evalId: 'eval-abc',
    results: {
      version: 3,
      timestamp: '2026-01-01',
      ...(prompts && { prompts }),
      results,
      stats: { successes: 1 },
    },
    config: { tests: [{ vars: {} }] },
    shareableUrl: null,
  })
const head = (provider: string, label: string): Row => ({ provider, label, raw: label })

const sample = (id: string, epoch: number, text: string): Row => ({
  id,
  epoch,
  input: 'What is 2+2?',
  target: '4',
  messages: [said('user', 'What is 2+2?'), said('assistant', text)],
  output: {
    model: 'gpt-4o-mini',
    choices: [{ message: said('assistant', text), stop_reason: 'stop' }],
    completion: text,
    usage: { input_tokens: 9, output_tokens: 3, total_tokens: 12 },
    time: 1.5,
  },
  scores: { match: { value: 'C' } },
})
const inspect = (...samples: Row[]) =>
  JSON.stringify({
    version: 2,
    status: 'success',
    eval: { model: 'openai/gpt-4o-mini', task: 'arithmetic', dataset: { sample_ids: ['a'] } },
    plan: { steps: [{ solver: 'generate' }] },
    results: { scores: [{ name: 'match' }] },
    stats: {},
    samples,
    reductions: [{ scorer: 'match', samples: [{ value: 1 }] }],
  })

const run = (id: string, session: string, output: string): Row => ({
  id,
  session_id: session,
  session_name: `experiment-${session}`,
  outputs: { answer: output },
  completion_tokens: 3,
})
const example: Row = {
  id: 'ex-1',
  inputs: { question: 'Why?' },
  outputs: { answer: 'Because.' },
  runs: [run('r1', 'one', 'So.'), run('r2', 'two', 'Thus.')],
  evaluation_results: { 'feedback.preference': { key: 'preference', scores: { r1: 0, r2: 1 } } },
}

type Case = [
  tool: string,
  file: string,
  content: string,
  answers: Record<string, Record<string, unknown>>,
  notRead?: string[] | undefined,
]
interface WrittenCase {
  tool: string
  file: string
  text?: string
  json?: unknown
  lines?: Row[]
  csv?: Row[]
  answers: Record<string, Record<string, unknown>>
  parts?: string[]
}
/** What promptfoo says about a result. */
const GRADES = ['gradingResult', 'score', 'success']
const CASES: Case[] = [
  [
    'promptfoo results (JSON)',
    'results.json',
    promptfoo(
      [head('openai:a', 'p'), head('openai:b', 'p')],
      result(0, 0, 'openai:a', 'p', 'A'),
      result(0, 1, 'openai:b', 'p', { x: 'B' }),
    ),
    { 'Question 0?': { 'openai:a': 'A', 'openai:b': 'B' } },
    GRADES,
  ],
  [
    'promptfoo results (JSON)',
    'prompts.json',
    promptfoo(
      [head('openai:a', 'Short'), head('openai:a', 'Long')],
      result(0, 0, 'openai:a', 'Short', 'A'),
      result(0, 1, 'openai:a', 'Long', 'B'),
    ),
    { 'Question 0?': { Short: 'A', Long: 'B' } },
    GRADES,
  ],
  [
    'promptfoo results (JSON)',
    'old.json',
    promptfoo(null, result(0, 0, 'openai:a', 'Short', 'A'), result(1, 0, 'openai:a', 'Short', 'B')),
    { 'Question 0?': { 'openai:a, Short': 'A' }, 'Question 1?': { 'openai:a, Short': 'B' } },
    GRADES,
  ],
  [
    'Inspect log',
    'log.json',
    inspect(sample('a', 1, '4'), sample('a', 2, 'four'), sample('b', 1, '5')),
    { 'What is 2+2?': { 'openai/gpt-4o-mini': '5', 'openai/gpt-4o-mini#2': 'four' } },
  ],
  [
    'LangSmith experiments',
    'runs.json',
    JSON.stringify([example]),
    { 'Why?': { 'experiment-one': 'So.', 'experiment-two': 'Thus.' } },
  ],
  [
    'LangSmith experiments',
    'results.json',
    JSON.stringify({ feedback_stats: {}, run_stats: { tags: [{}] }, examples_with_runs: [example] }),
    { 'Why?': { 'experiment-one': 'So.', 'experiment-two': 'Thus.' } },
  ],
  ...casesIn<{ results: WrittenCase[] }>(import.meta.url, 'evaluations').results.map(
    ({ tool, file, text, json, lines, csv: rows, answers, parts }): Case => [
      tool,
      file,
      text ?? (lines ? jsonl(...lines) : rows ? csv(...rows) : JSON.stringify(json)),
      answers,
      parts,
    ],
  ),
]

const DATASETS: [tool: string, content: string][] = [
  ['LangSmith dataset', jsonl({ inputs: { question: 'Why?' }, outputs: { answer: 'Because.' } })],
  [
    'Langfuse dataset',
    jsonl({ id: 'i', datasetName: 'd', input: 'Why?', expectedOutput: 'Because.', metadata: null }),
  ],
  ['Braintrust dataset', jsonl({ id: 'i', input: 'Why?', expected: 'Because.', tags: null })],
]

describe('results of evaluations', () => {
  const app = appFor({}, async () => {
    await app.work()
  })

  it.each(CASES)(
    'of %s (%s) become prompts and answers, once',
    async (tool, file, content, expected, parts) => {
      const arena = `${tool}-${file}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
      const first = await importFile(app, arena, file, content)
      expect(first.tool).toBe(tool)
      expect(first.warnings).toEqual(parts ? [warning(msg('parts_not_read', { file, parts }))] : [])
      expect(await answersOf(app, arena)).toEqual(expected)
      const again = await importFile(app, arena, file, content)
      expect(again.result).toMatchObject({ promptsAdded: 0, answersAdded: 0, votesAdded: 0 })
    },
  )

  it.each(DATASETS)('of a %s become prompts with references', async (tool, content) => {
    const arena = tool.toLowerCase().replace(' ', '-')
    const { tool: read, result } = await importFile(app, arena, 'data.jsonl', content)
    expect(read).toBe(tool)
    expect(result.promptsAdded).toBe(1)
    const prompt = (await app.deps.db.selectFrom('prompts').selectAll().execute()).at(-1)
    expect(prompt).toMatchObject({ messages: [{ role: 'user', content: 'Why?' }], reference: 'Because.' })
  })

  it('of LangSmith that compare runs are votes under the key of the evaluator', async () => {
    await importFile(app, 'comparative', 'runs.json', JSON.stringify([example]))
    expect(await votesOf(app, 'comparative')).toMatchObject([
      { model_a: 'experiment-one', model_b: 'experiment-two', winner: 'model_b', criterion: 'preference' },
    ])
  })

  it.each([
    ['promptfoo without outputs', promptfoo(null, result(0, 0, 'a', 'p', null)), 'no row can be used'],
    ['an Inspect log without samples', inspect(), 'was not recognised'],
    [
      'an experiment without a name',
      csv({ 'inputs.q': 'x', 'outputs.a': 'y' }),
      'Send it as a file that is named after',
    ],
    [
      'runs without outputs',
      JSON.stringify([{ ...example, runs: [{ id: 'r', outputs: null }] }]),
      'no row can be used',
    ],
    [
      'traces without output',
      JSON.stringify([{ traceId: 't', timestamp: 'x', name: 'n', input: 'a', output: '' }]),
      'no row can be used',
    ],
    ['a long table without answers', 'model,prompt,response\nalpha,Why?,\n', 'no row can be used'],
  ])('are refused and change nothing: %s', async (_, content, message) => {
    const before = await everything(app)
    await expect(importFile(app, 'refused', 'file', content)).rejects.toThrow(message)
    expect(await everything(app)).toEqual(before)
  })
})
