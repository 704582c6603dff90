/** What other tools write as the output of a model: which part of it is the answer, and what is kept beside it. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { msg, warning } from '../../../../../shared/messages/index.ts'
import { appFor } from '../../../../support/app.ts'
import { csv, everything, importFile, jsonl, type Row } from './tool-import.ts'

let arenas = 0
const app = appFor()

/** Imports a file into an arena of its own. Returns its answers with their passages, and the codes of its warnings. */
async function read(file: string, content: string, columns = {}) {
  const arena = `outputs-${++arenas}`
  const { warnings } = await importFile(app, arena, file, content, columns)
  const { rows } = await sql<{ name: string; text: string; context: string[] | null }>`
    select c.name, x.text, x.context from answers x join arenas a on a.id = x.arena_id and a.slug = ${arena}
    join contestants c on c.arena_id = x.arena_id and c.id = x.contestant_id order by x.prompt_id, c.name`.execute(
    app.deps.db,
  )
  return { arena, rows: rows.map(({ name, text, context }) => [name, text, context]), warnings }
}

/** An example with a run, as `POST /datasets/{id}/runs` gives it: it names the session of a run by its id alone. */
const example = (...runs: Row[]): Row => ({
  id: 'e1',
  name: '#1',
  dataset_id: 'd',
  inputs: { question: 'Why?' },
  outputs: { answer: 'Because.' },
  runs,
})
const run = (session_id: string, outputs: unknown, more: Row = {}): Row => ({
  id: `run-of-${session_id}`,
  name: 'Target',
  run_type: 'chain',
  session_id,
  inputs: { question: 'Why?' },
  outputs,
  error: null,
  ...more,
})
const named = (outputs: unknown) => JSON.stringify([example({ ...run('s', outputs), session_name: 'v1' })])

const SERIALISED = {
  lc: 1,
  type: 'constructor',
  kwargs: {},
  page_content: 'Three.',
  metadata: { source: 'x' },
}

describe('an output', () => {
  it.each<[string, unknown, text: string, context: string[] | null, notRead?: string[]]>([
    [
      'content beside passages',
      { content: 'So.', retrieved_context: ['One.', 'Two.'] },
      'So.',
      ['One.', 'Two.'],
    ],
    ['one passage', { final_answer: 'So.', retrieved_context: 'One.' }, 'So.', ['One.']],
    [
      'documents',
      { anything: 'So.', documents: [{ page_content: 'One.' }, SERIALISED] },
      'So.',
      ['One.', 'Three.'],
    ],
    [
      'passages of other forms',
      { answer: 'So.', contexts: [{ text: 'One.' }, { content: 'Two.' }, 'Three.'] },
      'So.',
      ['One.', 'Two.', 'Three.'],
    ],
    ['no passages', { answer: 'So.', source_documents: [] }, 'So.', null],
    ['other keys', { answer: 'So.', confidence: 0.5, steps: 3 }, 'So.', null, ['confidence', 'steps']],
    ['an output within', { output: { answer: 'So.', context: 'One.' } }, 'So.', ['One.']],
    [
      'a state of a graph',
      {
        messages: [
          { role: 'user', content: 'Why?' },
          { role: 'assistant', content: 'So.' },
        ],
        documents: ['One.'],
      },
      'So.',
      ['One.'],
    ],
    [
      'a reply of a model',
      { id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'So.' } }] },
      'So.',
      null,
      ['id'],
    ],
    [
      'generations',
      { generations: [[{ text: 'So.', type: 'ChatGeneration' }]], llm_output: null },
      'So.',
      null,
    ],
    ['parts', { role: 'assistant', content: [{ type: 'text', text: 'So.' }] }, 'So.', null],
    ['a list of data', [{ a: 1 }], '[{"a":1}]', null],
  ])('of %s is read', async (_, outputs, text, context, parts) => {
    const { rows, warnings } = await read('runs.json', named(outputs))
    expect(rows).toEqual([['v1', text, context]])
    expect(warnings).toEqual(parts ? [warning(msg('parts_not_read', { file: 'runs.json', parts }))] : [])
  })

  it.each([
    ['two answers', { answer: 'So.', response: 'Thus.' }, 'answer, response'],
    ['data', { city: 'Ulm', sights: 3 }, 'city, sights'],
  ])('of %s is refused with its keys until one of them is named', async (_, outputs, keys) => {
    const before = await everything(app)
    await expect(read('runs.json', named(outputs))).rejects.toThrow(
      `it is unclear which key of an output is the answer (${keys}), so nothing was read. Name it, for example with --map ${keys.split(',')[0]}=answer`,
    )
    expect(await everything(app)).toEqual(before)
    const [first, second] = Object.keys(outputs)
    const { rows } = await read('runs.json', named(outputs), { map: `${first}=answer`, ignore: second })
    expect(rows).toEqual([['v1', Object.values(outputs)[0], null]])
  })

  it('has passages under a key that is named', async () => {
    const content = named({ reply: 'So.', hits: ['One.'] })
    expect((await read('runs.json', content, { map: 'hits=context' })).rows).toEqual([
      ['v1', 'So.', ['One.']],
    ])
    await expect(read('runs.json', content, { map: 'hit=context' })).rejects.toThrow(
      'there is no column "hit"',
    )
  })

  it('in a table is read from its columns, or from JSON in its cells', async () => {
    const columns = csv({
      'inputs.question': 'Why?',
      'outputs.final_answer': 'So.',
      'outputs.retrieved_context': ['One.', 'Two.'],
      error: '',
      example_id: 'e',
    })
    expect((await read('v1.csv', columns)).rows).toEqual([['v1', 'So.', ['One.', 'Two.']]])
    const cells = csv({
      id: 'r',
      inputs: { question: 'Why?' },
      reference_outputs: { answer: 'Because.' },
      outputs: { final_answer: 'So.', retrieved_context: [{ page_content: 'One.' }] },
    })
    expect((await read('v1.csv', cells)).rows).toEqual([['v1', 'So.', ['One.']]])
  })

  it('of Langfuse, Phoenix and Braintrust is read in the same way', async () => {
    const output = { answer: 'So.', documents: ['One.'] }
    const langfuse = { id: 't', timestamp: '2026-01-01', userId: 'u', version: 'v1', input: 'Why?', output }
    const phoenix = { example_id: 'e', repetition_number: 1, input: 'Why?', output }
    const braintrust = { span_id: 's', root_span_id: 's', input: 'Why?', output, metadata: { model: 'v1' } }
    for (const row of [langfuse, phoenix, braintrust])
      expect((await read('v1.jsonl', jsonl(row))).rows).toEqual([['v1', 'So.', ['One.']]])
  })
})

describe('experiments of LangSmith that are known by ids', () => {
  const sessions = JSON.stringify([
    {
      ...example(run('s1', { output: 'So.' }), run('s2', { output: 'Thus.' })),
      evaluation_results: [{ key: 'better', scores: { 'run-of-s1': 0, 'run-of-s2': 1 } }],
    },
  ])

  it('are contestants by these ids, and the import says how to name them', async () => {
    const { rows, warnings } = await read('runs.json', sessions)
    expect(rows.map(([name]) => name)).toEqual(['s1', 's2'])
    expect(warnings).toEqual([warning(msg('contestants_are_ids', { file: 'runs.json', ids: ['s1', 's2'] }))])
  })

  it('get names by --map, also in votes', async () => {
    const { arena, rows, warnings } = await read('runs.json', sessions, { map: 's1=v16,s2=v17' })
    expect(rows.map(([name, text]) => [name, text])).toEqual([
      ['v16', 'So.'],
      ['v17', 'Thus.'],
    ])
    expect(warnings).toEqual([])
    const votes = await app.request(`/api/arenas/${arena}/export/votes.json`)
    expect(await votes.json()).toMatchObject([{ model_a: 'v16', model_b: 'v17', winner: 'model_b' }])
  })

  it('say that a run failed', async () => {
    const failed = JSON.stringify([
      example(
        run('s1', null, { error: 'boom', session_name: 'v1' }),
        run('s2', 'So.', { session_name: 'v2' }),
      ),
    ])
    const { rows, warnings } = await read('runs.json', failed)
    expect(rows).toEqual([['v2', 'So.', null]])
    expect(warnings).toEqual([warning(msg('answers_failed', { file: 'runs.json', count: 1 }))])
  })
})

describe('exports of traces', () => {
  /** Observations as the page of Langfuse exports them: scores follow the comments, each in a column of its own. */
  const observations = (...rows: [id: string, model: string, output: string, type?: string][]) =>
    [
      '"id","traceId","startTime","endTime","projectId","parentObservationId","type","environment","name","level","version","input","output","metadata","model","modelParameters","usageDetails","totalCost","promptId","promptName","promptVersion","latency","traceName","traceTags","userId","modelId","comments","correctness","tone (LLM)"',
      ...rows.map(
        ([id, model, output, type = 'GENERATION']) =>
          `"${id}","trace-${id}","2026-08-22T08:21:47.000Z","2026-08-22T08:21:48.200Z","p","","${type}","default","answer","DEFAULT","","[{""role"":""user"",""content"":""Why?""}]","{""role"":""assistant"",""content"":""${output}""}","{}","${model}","{""temperature"":0}","{""input"":9,""output"":3}","0.001","p1","greet","3","1.2","chat","[]","u","","[]","[1]","[""kind""]"`,
      ),
    ].join('\n')

  it('a page of the API of LangSmith calls contestants by their sessions', async () => {
    const items = [
      example(run('s', { answer: 'So.' }, { project_id: 'p1' })),
      example(run('p2', { answer: 'Thus.' })),
    ]
    const { rows, warnings } = await read('page.json', JSON.stringify({ items }), { map: 's=v16,p2=v17' })
    expect(rows.map(([name, text]) => [name, text])).toEqual([
      ['v16', 'So.'],
      ['v17', 'Thus.'],
    ])
    expect(warnings).toEqual([])
  })

  it('of Langfuse, only generations are answers, and columns of scores are named', async () => {
    const traces = observations(['o0', '', 'x', 'SPAN'], ['o1', 'gpt', 'So.'], ['o2', 'claude', 'Thus.'])
    const { rows, warnings } = await read('observations.csv', traces)
    expect(rows.map(([name]) => name).sort()).toEqual(['claude, greet 3', 'gpt, greet 3'])
    expect(warnings).toEqual([
      warning(msg('parts_not_read', { file: 'observations.csv', parts: ['correctness', 'tone (LLM)'] })),
    ])
  })

  it('a preview is no answer', async () => {
    const preview = JSON.stringify({ items: [example(run('s', null, { outputs_preview: 'So' }))] })
    await expect(read('runs.json', preview)).rejects.toThrow('only a preview of the answer')
  })
})
