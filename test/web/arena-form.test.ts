/** A new arena step by step: what is told becomes files that the validator takes. */
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { readRubric, SHIPPED_RUBRICS } from '../../server/judging/index.ts'
import { readTable } from '../../web/src/pages/admin/new/answer-table.ts'
import { paragraphsOf } from '../../web/src/pages/admin/new/write-prompts.ts'
import { filesOf } from '../../web/src/pages/admin/new/write-files.ts'
import { ArenaForm } from '../../web/src/pages/admin/new/arena-form.svelte.ts'
import { criteriaOf, OWN_RUBRIC, SHIPPED } from '../../web/src/pages/admin/new/rubrics.ts'
import { check, judge, contestantValues, provider, terms } from '../../web/src/pages/admin/new/entries.ts'
import type { FormValues } from '../../web/src/pages/admin/new/form-values.ts'
import { checked } from '../server/transfer/arena-files.ts'

const TOLD: FormValues = {
  title: 'Which is better?',
  slug: 'better',
  description: '',
  visibility: 'link',
  criteria: 'overall, tone ',
  table: null,
  prompts: 'One?\n\n  Two?\nstill two\n \n\nThree: {{text}}?',
  promptFile: null,
  existing: null,
  edits: {},
  newPrompts: [],
  tablePromptIds: [],
  contestants: ['A', 'B'].map((name) => ({ ...contestantValues(name, 'local'), model: 'm-1' })),
  judges: [],
  rubricText: '',
  rubricShows: [],
  rubrics: [],
  checks: [],
  providers: [
    { ...provider('openai'), name: 'local', baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' },
    { ...provider('anthropic'), name: 'unused', apiKeyEnv: 'OTHER_KEY' },
  ],
  terms: terms(),
  row: {},
}

const problemsIn = async (values: FormValues) => {
  const { 'arena.yaml': arena, ...files } = Object.fromEntries(filesOf(values))
  return (await checked(arena, files)).problems
}

describe('the shipped rubrics', () => {
  it('are all offered, with their criteria', async () => {
    expect(SHIPPED.toSorted()).toEqual(Object.keys(SHIPPED_RUBRICS).sort())
    for (const name of SHIPPED) {
      const { rubric } = await readRubric(SHIPPED_RUBRICS[name as keyof typeof SHIPPED_RUBRICS])
      expect(criteriaOf(name)).toEqual(rubric.criteria)
    }
  })
})

describe('a table', () => {
  it('is read with commas, quotes and line breaks inside its cells', () => {
    const rows = [{ prompt: 'Late?', answers: ['Yes, sir', 'No'] }]
    for (const text of [
      'prompt\tA\tB\nLate?\t"Yes, sir"\tNo\n',
      '\uFEFFprompt,A,B\r\nLate?,"Yes, sir",No',
      'prompt;A;B\nLate?;Yes, sir;No',
    ])
      expect(readTable(text)).toEqual({ contestants: ['A', 'B'], rows })
    expect(readTable('p,A\nx,"two\nlines"')?.rows[0].answers).toEqual(['two\nlines'])
  })

  it('is refused without names, without rows, or with an unclosed quote', () => {
    for (const text of ['', 'prompt', 'prompt,A', 'prompt,,B\nx,y,z', 'prompt,A\n"x,y'])
      expect(readTable(text)).toBeNull()
  })
})

describe('the files', () => {
  it('of models and prompts pass the validator, with only the providers in use and no empty fields', async () => {
    expect(paragraphsOf(TOLD.prompts)).toEqual(['One?', 'Two?\nstill two', 'Three: {{text}}?'])
    expect(await problemsIn(TOLD)).toEqual([])
    const arena = parse(filesOf(TOLD).get('arena.yaml')!)
    expect(arena).toMatchObject({ criteria: ['overall', 'tone'], visibility: 'link' })
    expect(Object.keys(arena.providers)).toEqual(['local'])
    expect(arena).not.toHaveProperty('description')
  })

  it('of existing answers pass the validator, without blank cells and with YAML characters in names', async () => {
    const table = readTable('prompt,"a: b",# c\nLate?,Yes,\nLost?,No,Never')!
    const files = filesOf({ ...TOLD, table })
    expect(await problemsIn({ ...TOLD, table })).toEqual([])
    expect(parse(files.get('arena.yaml')!).contestants).toEqual([
      { name: 'a: b', responses: 'answers/1.jsonl' },
      { name: '# c', responses: 'answers/2.jsonl' },
    ])
    expect(files.get('answers/2.jsonl')).toBe('{"prompt":"p2","text":"Never"}\n')
  })

  it('of a table are the same as those of its rows entered one by one', () => {
    const form = new ArenaForm()
    form.title = 'Table?'
    form.tableText = 'prompt,A,B\nLate?,Yes,\nLost?,No,Never'
    const before = [...form.files]
    form.listTable()
    expect([...form.files]).toEqual(before)
    expect(form.calls).toBe(false)
    form.newPrompts[1].category = 'k'
    form.newPrompts[1].id = 'lost'
    form.newPrompts.shift()
    expect(form.files.get('prompts.jsonl')).toBe('{"id":"lost","text":"Lost?","category":"k"}\n')
    expect(form.files.get('answers/1.jsonl')).toBe('{"prompt":"lost","text":"No"}\n')
  })

  it('of judges name the criteria of their rubrics, also of one written in the form', async () => {
    const judgeFields = { ...judge('judge-1', 'local'), model: 'j-1' }
    const judges = [
      { ...judgeFields, name: 'kind', rubric: OWN_RUBRIC },
      { ...judgeFields, name: 'helpful', rubric: 'helpfulness', params: 'temperature: 0.2' },
    ]
    const values = { ...TOLD, judges, rubricText: 'Which is kinder?', terms: { ...terms(), votesPerPair: 2 } }
    expect(await problemsIn(values)).toEqual([])
    const arena = parse(filesOf(values).get('arena.yaml')!)
    expect(arena.criteria).toEqual(['overall', 'tone', 'helpfulness'])
    expect(arena.plan).toEqual({ votesPerPair: 2 })
    expect(arena.judges[0].rubric).toBe('rubrics/own.md')
    expect(arena.judges[1].params).toEqual({ temperature: 0.2 })
    expect(filesOf(values).get('rubrics/own.md')).toContain('criterion: "overall"')
  })

  it('of checks, gate and trust pass the validator, and invalid parameters are reported at their field', async () => {
    const checks = [
      { ...check('check-1'), says: 'one\n\ntwo', mustPass: 0.9 },
      { ...check('check-2'), kind: 'json-schema' as const, says: '{"type":"object"}', required: true },
      { ...check('check-3', 'local'), kind: 'llm' as const, says: 'Is it kind?', model: 'm-1' },
    ]
    const gate = { ...terms().gate, minVotes: 40 }
    const rules = { ...terms(), gate, baseline: 'A', budgetUsd: null }
    expect(await problemsIn({ ...TOLD, checks, terms: rules })).toEqual([])
    const arena = parse(filesOf({ ...TOLD, checks, terms: rules }).get('arena.yaml')!)
    expect(arena).toMatchObject({ gate: { minVotes: 40 }, plan: { baseline: 'A' } })
    expect(arena).not.toHaveProperty('trust')
    expect(arena.checks).toEqual([
      { name: 'check-1', kind: 'contains', value: ['one', 'two'], mustPass: 0.9 },
      { name: 'check-2', kind: 'json-schema', schema: { type: 'object' }, required: true },
      { name: 'check-3', kind: 'llm', provider: 'local', model: 'm-1', question: 'Is it kind?' },
    ])
    const contestants = TOLD.contestants.map((one) => ({ ...one, params: 'hot' }))
    expect((await problemsIn({ ...TOLD, contestants })).join()).toMatch(
      /contestants\.0\.params: is not a mapping/,
    )
  })
})
