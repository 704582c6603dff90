/** Results of evaluation and tracing tools. The rows are made by their published forms. */
import { describe, expect, it } from 'vitest'
import { msg, warning } from '../../../../../shared/messages/index.ts'
import { appFor } from '../../../../support/app.ts'
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
  notRead?: string[],
]
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
  [
    'LangSmith experiment (table)',
    'my-experiment.csv',
    csv({
      'inputs.question': 'Why?',
      'outputs.output': 'So.',
      error: '',
      'reference.answer': 'x',
      'feedback.correctness': 1,
      execution_time: 0.5,
      example_id: 'e',
      id: 'r',
    }),
    { 'Why?': { 'my-experiment': 'So.' } },
    ['feedback.correctness'],
  ],
  [
    'Langfuse export',
    'traces.json',
    JSON.stringify([
      {
        id: 't1',
        timestamp: '2026-01-01',
        name: 'chat',
        userId: 'u',
        sessionId: null,
        version: 'v2',
        input: { q: 'Why?' },
        output: { a: 'So.' },
      },
    ]),
    { 'Why?': { v2: 'So.' } },
  ],
  [
    'Phoenix experiment',
    'gpt-4o.json',
    JSON.stringify([
      {
        example_id: 'RXhhbXBsZTox',
        repetition_number: 1,
        input: { question: 'Why?' },
        reference_output: { answer: 'x' },
        output: 'So.',
        error: null,
        latency_ms: 12.5,
        annotations: [],
      },
      {
        example_id: 'RXhhbXBsZTox',
        repetition_number: 2,
        input: { question: 'Why?' },
        reference_output: { answer: 'x' },
        output: 'Thus.',
        error: null,
        latency_ms: 12.5,
        annotations: [],
      },
    ]),
    { 'Why?': { 'gpt-4o': 'So.', 'gpt-4o#2': 'Thus.' } },
    ['annotations'],
  ],
  [
    'Phoenix spans',
    'spans.csv',
    csv(
      {
        'context.span_id': '1',
        span_kind: 'CHAIN',
        'attributes.input.value': 'a',
        'attributes.output.value': 'b',
        'attributes.llm.model_name': '',
      },
      {
        'context.span_id': '2',
        span_kind: 'LLM',
        'attributes.input.value': 'Why?',
        'attributes.output.value': 'So.',
        'attributes.llm.model_name': 'gpt-4o',
      },
    ),
    { 'Why?': { 'gpt-4o': 'So.' } },
  ],
  [
    'Phoenix spans',
    'kinds in two columns.csv',
    csv(
      ...[
        ['LLM', '', 'So.'],
        ['', 'llm', 'Thus.'],
        ['', '', 'Hence.'],
        ['CHAIN', 'LLM', 'As.'],
      ].map(([span_kind, kind, answer]) => ({
        span_kind,
        'attributes.openinference.span.kind': kind,
        'attributes.input.value': 'Why?',
        'attributes.output.value': answer,
        'attributes.llm.model_name': 'gpt-4o',
        // as Langfuse calls them
        input: 'Who?',
        output: 'Me.',
        trace_id: 't',
        timestamp: '2026-01-01',
      })),
    ),
    { 'Why?': { 'gpt-4o': 'So.', 'gpt-4o#2': 'Thus.' } },
  ],
  [
    'Phoenix experiment',
    'spans.json',
    JSON.stringify([
      { example_id: 'e', repetition_number: 1, root_span_id: 's', input: 'Why?', output: 'So.' },
    ]),
    { 'Why?': { spans: 'So.' } },
  ],
  [
    'Braintrust experiment',
    'experiment.json',
    JSON.stringify([
      {
        id: '1',
        span_id: 's',
        root_span_id: 's',
        is_root: true,
        input: 'Why?',
        output: 'So.',
        expected: 'x',
        scores: { f: 1 },
        metadata: { model: 'gpt-4o' },
        metrics: { start: 1, end: 2.5, completion_tokens: 4 },
      },
      {
        id: '2',
        span_id: 't',
        root_span_id: 's',
        is_root: false,
        input: 'inner',
        output: 'inner',
        metadata: {},
        metrics: {},
      },
    ]),
    { 'Why?': { 'gpt-4o': 'So.' } },
  ],
  [
    'Braintrust experiment',
    'spans.jsonl',
    jsonl(
      { span_id: 's', root_span_id: 's', input: 'Why?', output: 'So.', metadata: { model: 'gpt-4o' } },
      { span_id: 't', root_span_id: 's', input: 'retrieve', output: 'a page', metadata: { model: 'gpt-4o' } },
    ),
    { 'Why?': { 'gpt-4o': 'So.' } },
  ],
  [
    'answers with the texts of their prompts',
    'long.csv',
    'model,prompt,response\nalpha,Why?,So.\nbeta,Why?,Thus.\n',
    { 'Why?': { alpha: 'So.', beta: 'Thus.' } },
  ],
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
    [
      'promptfoo cut short',
      promptfoo(null, result(0, 0, 'a', 'p', 'x')).slice(0, 400),
      'ends within the row of line',
    ],
    ['an Inspect log without samples', inspect(), 'was not recognised'],
    ['an Inspect log cut short', inspect(sample('a', 1, '4')).slice(0, 600), 'ends within the row of line'],
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
