/** The arena form: what is entered becomes files that the validator takes, and what is not edited stays as it was. */
import { parse, stringify } from 'yaml'
import { describe, expect, it, test } from 'vitest'
import { readRubric, SHIPPED_RUBRICS } from '../../server/rubrics/index.ts'
import { answersPath, answersPathFor } from '../../web/src/pages/admin/new/answers.ts'
import { ArenaForm, criteriaOf, SHIPPED } from '../../web/src/pages/admin/new/arena-form.svelte.ts'
import { CODECS, commas, fieldAt } from '../../web/src/pages/admin/new/fields.ts'
import { ENTRIES, QUESTION, RULES, type Row } from '../../web/src/pages/admin/new/layout.ts'
import { paragraphsOf } from '../../web/src/pages/admin/new/prompts.svelte.ts'
import { wizard } from '../../web/src/words/admin-wizard.ts'
import { checked } from '../server/transfer/arena-files.ts'
import {
  differing,
  everyField,
  FILES_BESIDE,
  KEYS_THERE_ARE,
  SAID_OTHERWISE,
} from '../support/every-field.ts'
import { ChallengeDraft } from '../../web/src/pages/admin/arena/challenge/challenge-draft.svelte.ts'

const EVERY = everyField('every', { baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' })
const recipeOf = (arena: object, files: Record<string, string> = FILES_BESIDE) => ({
  arena: 'every',
  files: { 'arena.yaml': stringify(arena), ...files },
  leftOut: [],
  retired: { contestants: [], prompts: [] },
})
/** The form of a saved arena that sets every field. @param change  what it says otherwise */
const savedForm = (change: object = {}, files?: Record<string, string>) =>
  new ArenaForm(recipeOf({ ...EVERY, ...change }, files))
const jsonl = (all: object[]) => all.map((row) => `${JSON.stringify(row)}\n`).join('')
const arenaOf = (form: ArenaForm) => parse(form.files.get('arena.yaml')!)
const problemsIn = async (form: ArenaForm) => {
  const { 'arena.yaml': arena, ...files } = Object.fromEntries(form.files)
  return (await checked(arena, files)).problems
}

/** A new arena of two models and three prompts. */
function modelsForm(): ArenaForm {
  const form = new ArenaForm()
  Object.assign(form.row, { title: 'Which is better?', visibility: 'link', criteria: ['overall', 'tone'] })
  form.prompts.text = 'One?\n\n  Two?\nstill two\n \n\nThree: {{text}}?'
  form.addProvider()
  Object.assign(form.providers[0].row, { baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' })
  form.providers[1].origin = 'default'
  for (const { row } of form.contestants) row['model'] = 'm-1'
  return form
}

describe('the fields', () => {
  const layouts = Object.entries(ENTRIES).flatMap(([kind, { row, below, more }]) =>
    [...row, ...below, ...more].map((key) => `${kind}.${key}`),
  )
  const settings = Object.entries(RULES).flatMap(([section, keys]) => keys.map((key) => `${section}.${key}`))
  const kinds: Row[] = [
    {},
    ...['exact', 'contains', 'regex', 'json-schema', 'llm', 'exec'].map((kind) => ({ kind })),
  ]

  it.each(['title', 'arena', 'budgetUsd', 'plan.votesPerPair', ...QUESTION, ...layouts, ...settings])(
    '%s is in the schema, and has a label in the catalogue',
    (path) => {
      expect(kinds.some((row) => fieldAt(path, { type: 'openai', ...row }) !== null)).toBe(true)
      const key = path.split('.').at(-1)!
      expect([path, key].some((one) => one in wizard.labels || one in wizard.passages)).toBe(true)
    },
  )

  it('have the control and the limits of the schema, and those of its variant', () => {
    const of = (path: string, row: Row = {}) => {
      const field = fieldAt(path, row)
      return field && [field.control, field.isRequired, field.choices.length]
    }
    expect(of('visibility')).toEqual(['choice', false, 3])
    expect(of('judges.answers')).toEqual(['whole', false, 0])
    expect(of('gate.alpha')).toEqual(['decimal', false, 0])
    expect(of('checks.value', { kind: 'exact' })).toEqual(['long', true, 0])
    expect(of('checks.value', { kind: 'contains' })).toEqual(['texts', true, 0])
    expect(of('checks.value', { kind: 'llm' })).toBeNull()
    expect(of('checks.kind', { kind: 'llm' })).toEqual(['choice', true, 6])
    expect(of('providers.apiKeyEnv', { type: 'anthropic' })).toEqual(['line', true, 0])
    expect(of('providers.apiKeyEnv', { type: 'anthropic', baseUrl: 'http://x' })).toEqual(['line', false, 0])
    expect(of('providers.apiKeyHeader', { type: 'anthropic' })).toBeNull()
    expect(of('leaks.of')).toEqual(['yaml', false, 0])
  })

  it.each([
    ['commas', ['overall', 'tone, kind'], 'overall, "tone, kind"'],
    ['commas', ['"so"', 'say "so"', 'a "b", c'], '"""so""", say "so", "a ""b"", c"'],
    ['commas', undefined, ''],
    ['texts', ['a', 'b'], ['a', 'b']],
    ['texts', 'only', ['only']],
    ['yaml', { temperature: 0.2 }, 'temperature: 0.2'],
    ['json', { type: 'object' }, '{\n  "type": "object"\n}'],
    ['off', false, true],
    ['off', undefined, false],
    ['line', undefined, ''],
    ['whole', undefined, null],
  ] as const)('%s: %j is shown as it can be entered, and read back', (control, value, shown) => {
    expect(CODECS[control].read(value)).toEqual(shown)
    expect(CODECS[control].write(shown as never)).toEqual(value)
  })

  it('take half an input: names without blank ones, texts that are no YAML', () => {
    expect(commas.write('a,, "b, c')).toEqual(['a', '"b', 'c'])
    expect(commas.write(' , ""')).toBeUndefined()
    expect(CODECS.yaml.write('a: [')).toBe('a: [')
  })
})

describe('a new arena', () => {
  it('offers all shipped rubrics, with their criteria', async () => {
    expect(SHIPPED.toSorted()).toEqual(Object.keys(SHIPPED_RUBRICS).sort())
    for (const name of SHIPPED) {
      const { rubric } = await readRubric(SHIPPED_RUBRICS[name as keyof typeof SHIPPED_RUBRICS])
      expect(criteriaOf(name)).toEqual(rubric.criteria)
    }
  })

  it('of models passes the validator, with only the providers in use and no empty fields', async () => {
    const form = modelsForm()
    expect(paragraphsOf(form.prompts.text)).toEqual(['One?', 'Two?\nstill two', 'Three: {{text}}?'])
    expect(await problemsIn(form)).toEqual([])
    const arena = arenaOf(form)
    expect(arena).toMatchObject({
      arena: 'which-is-better',
      criteria: ['overall', 'tone'],
      visibility: 'link',
    })
    expect(Object.keys(arena.providers)).toEqual(['openai'])
    for (const key of ['description', 'judges', 'plan', 'trust', 'gate', 'leaks', 'samples'])
      expect(arena).not.toHaveProperty(key)
  })

  it('names the criteria of its rubrics, also of one written in the form', async () => {
    const form = modelsForm()
    form.judging = 'models'
    form.addJudge()
    Object.assign(form.judges[0].row, { model: 'j-1', rubric: form.ownRubric })
    Object.assign(form.judges[1].row, { model: 'j-1', rubric: 'helpfulness', params: { temperature: 0.2 } })
    form.rubricText = 'Which is kinder?'
    Object.assign(form.row['plan'] as Row, { votesPerPair: 2, everything: true })
    expect(await problemsIn(form)).toEqual([])
    const arena = arenaOf(form)
    expect(arena.criteria).toEqual(['overall', 'tone', 'helpfulness'])
    expect(arena.plan).toEqual({ votesPerPair: 2 })
    expect(arena.judges[0].rubric).toBe('rubrics/own.md')
    expect(form.files.get('rubrics/own.md')).toContain('criterion: "overall"')
  })

  it('with checks, gate and baseline passes the validator, and a wrong value is reported at its field', async () => {
    const form = modelsForm()
    for (let n = 0; n < 3; n++) form.addCheck()
    const [contains, shaped, asks] = form.checks.map(({ row }) => row)
    Object.assign(contains, { value: ['one', 'two'], mustPass: 0.9 })
    Object.assign(shaped, { kind: 'json-schema', schema: { type: 'object' }, required: true })
    Object.assign(asks, { kind: 'llm', question: 'Is it kind?', model: 'm-1' })
    Object.assign(form.row['gate'] as Row, { minVotes: 40 })
    Object.assign(form.row['plan'] as Row, { baseline: 'A' })
    expect(await problemsIn(form)).toEqual([])
    const arena = arenaOf(form)
    expect(arena).toMatchObject({ gate: { minVotes: 40 }, plan: { baseline: 'A' } })
    expect(arena.checks).toEqual([
      { name: 'check-1', kind: 'contains', value: ['one', 'two'], mustPass: 0.9 },
      { name: 'check-2', kind: 'json-schema', schema: { type: 'object' }, required: true },
      { name: 'check-3', kind: 'llm', provider: 'openai', model: 'm-1', question: 'Is it kind?' },
    ])
    for (const { row } of form.contestants) row['params'] = 'hot'
    expect((await problemsIn(form)).join()).toMatch(/contestants\.0\.params: is not a mapping/)
  })
})

describe('a saved arena', () => {
  it('may have every field of the schema', () => {
    expect([...KEYS_THERE_ARE].filter((key) => !differing({}, EVERY).has(key))).toEqual(
      Object.keys(SAID_OTHERWISE),
    )
  })

  const { plan, ...unplanned } = EVERY
  const turns = { id: 7, turns: ['One?', 'And then?'], category: 'c' }
  it.each([
    ['every field', EVERY],
    ['everything judged', { ...unplanned, plan: { everything: true, baseline: plan.baseline } }],
    ['an empty section', { ...unplanned, gate: {}, judges: [], prompts: [...EVERY.prompts, turns] }],
    ['a file of prompts', { ...EVERY, prompts: 'prompts.jsonl' }],
    [
      'defaults',
      {
        ...EVERY,
        contestants: EVERY.contestants.map((one) => ({ ...one, owner: '', params: {} })),
        checks: EVERY.checks.map((one) => ({ ...one, required: false, categories: [] })),
        judges: EVERY.judges.map((one) => ({ ...one, form: 'pairwise', ask: 'together' })),
        criteria: ['overall', 'tone, kind'],
        description: '',
      },
    ],
    ['texts with line breaks', { ...EVERY, checks: [{ name: 'c', kind: 'contains', value: ['1\n2', '3'] }] }],
  ])('with %s passes through unchanged: nothing is lost or added', (_, arena) => {
    const beside = { ...FILES_BESIDE, 'prompts.jsonl': jsonl(EVERY.prompts) }
    const form = new ArenaForm(recipeOf(arena, beside))
    expect(arenaOf(form)).toEqual({ ...arena, ...(arena.judges.length === 0 && { judges: undefined }) })
    for (const [path, text] of form.files)
      if (path !== 'arena.yaml') expect(text).toBe(beside[path as keyof typeof beside])
    const { row } = form.contestants[0]
    const { owner } = row
    expect(form.isTouched).toBe(false)
    row['owner'] = 'Them'
    expect(form.isTouched).toBe(true)
    row['owner'] = owner
    expect(form.isTouched).toBe(false)
  })

  it('keeps of a check what its new kind has too', () => {
    const form = savedForm()
    for (const { row } of form.checks) Object.assign(row, { kind: 'exact', value: row['value'] ?? 'c' })
    const common = { kind: 'exact', categories: ['a'], mustPass: 0.5, required: true }
    expect(arenaOf(form).checks).toEqual([
      { ...common, name: 'alike', value: '{{reference}}', ignoreCase: true },
      { ...common, name: 'bears', value: 'a\nb', ignoreCase: true },
      ...['fits', 'shaped', 'yes'].map((name) => ({ ...common, name, value: 'c' })),
    ])
  })

  it('counts as edited with criteria that a rubric uses again, and with a provider that nothing uses yet', () => {
    const form = savedForm()
    Object.assign(form.judges[0].row, { rubric: 'rag', criteria: undefined })
    const fromRubrics = ['helpfulness', 'groundedness', 'coherence', 'completeness']
    expect(form.criteriaBeside).toEqual(fromRubrics)
    const { criteria, judges } = arenaOf(form)
    const again = savedForm({ criteria, judges })
    expect([again.criteriaBeside, again.isTouched]).toEqual([[], false])
    again.row['criteria'] = ['overall', 'tone']
    expect([again.criteriaBeside, again.isTouched]).toEqual([fromRubrics, true])
    again.judging = 'people'
    expect(again.criteriaBeside).toEqual([])

    const other = savedForm()
    other.addProvider()
    expect(other.isTouched).toBe(true)
    expect(Object.keys(arenaOf(other).providers)).toEqual(['local', 'idle', 'bot', 'openai'])
    other.remove('providers', other.providers.at(-1)!)
    expect(other.isTouched).toBe(false)

    // where no model is called none is written
    const people = new ArenaForm()
    people.contestants = []
    people.addProvider()
    expect(arenaOf(people)).not.toHaveProperty('providers')
    expect(people.isTouched).toBe(true)
  })

  const rows = [
    { id: 'p1', text: 'One?', category: 'k' },
    { id: 'x', messages: [{ role: 'user', content: 'Two?' }], variables: { n: 1 } },
  ]
  const [made, , third] = EVERY.contestants
  const PART = {
    contestants: [
      { ...made, template: '{{text}}', owner: undefined },
      { ...third, responses: 'answers/b.jsonl' },
    ],
    prompts: 'prompts.jsonl',
    judges: [{ ...EVERY.judges[0], rubric: 'rubrics/own.md', form: 'pairwise', categories: undefined }],
    checks: [],
    plan: { everything: true },
  }
  const BESIDE = {
    'prompts.jsonl': jsonl(rows),
    'answers/b.jsonl': '{"prompt":"p1","text":"Yes"}\n',
    'rubrics/own.md': '---\ncriterion: tone\n---\n\nKind?\n',
  }
  const partForm = () =>
    new ArenaForm({
      ...recipeOf({ ...EVERY, ...PART }, BESIDE),
      leftOut: [{ why: 'prompts_retired' as const, names: ['p2'] }],
    })

  it('keeps its own files beside new ones, whatever the names of the new ones', () => {
    const form = partForm()
    form.addJudge()
    Object.assign(form.judges[1].row, { model: 'm', rubric: form.ownRubric })
    form.rubricText = 'Which is shorter?'
    expect(form.files.get('rubrics/own.md')).toBe(BESIDE['rubrics/own.md'])
    expect(form.files.get('rubrics/own-2.md')).toContain('Which is shorter?')
    expect(arenaOf(form).judges.map(({ rubric }: Row) => rubric)).toEqual([
      'rubrics/own.md',
      'rubrics/own-2.md',
    ])
    // the third of four was taken out again
    expect(answersPath('mine.csv', [undefined, 'answers/b.jsonl', 'answers/4/mine.csv'])).toBe(
      'answers/5/mine.csv',
    )
    expect(answersPath('other.csv', [undefined, 'answers/b.jsonl', 'answers/mine.csv'])).toBe(
      'answers/4/other.csv',
    )
  })

  it('stores replaced answers in the same kind of file', async () => {
    const form = partForm()
    const before = await problemsIn(form)
    expect(answersPathFor('new.CSV', 'answers/b.jsonl')).toBe('answers/b.csv')
    form.replaceAnswers(form.contestants[1].row, { name: 'new.CSV', text: 'prompt,text\np1,No\n' })
    expect(form.files.get('answers/b.csv')).toContain('No')
    expect(await problemsIn(form)).toEqual(before)
  })

  it('can lose prompts, describe them anew, and number new ones after all earlier numbers', () => {
    const form = partForm()
    const { prompts } = form
    const [one, two] = prompts.saved!.list
    Object.assign(prompts.edit(one!).row, { category: undefined, reference: 'R' })
    prompts.edit(two!).isRemoved = true
    prompts.text = 'New?\n\nNewer?'
    expect(form.files.get('prompts.jsonl')).toBe(
      jsonl([
        { id: 'p1', text: 'One?', reference: 'R' },
        { id: 'p3', text: 'New?' },
        { id: 'p4', text: 'Newer?' },
      ]),
    )
    expect(form.files.get('answers/b.jsonl')).toBe(BESIDE['answers/b.jsonl'])
    prompts.edit(one!).isRemoved = true
    expect(form.files.get('answers/b.jsonl')).toBe('')
    prompts.file = { name: 'more.csv', text: 'id,text\np1,One?\n' }
    expect(form.files.get('answers/b.jsonl')).toBe(BESIDE['answers/b.jsonl'])
  })

  it('takes prompts one by one with all their fields, and a changed text as another prompt', () => {
    const form = partForm()
    const { prompts } = form
    prompts.text = 'New?\n\nNewer?'
    prompts.listText()
    expect(prompts.text).toBe('')
    Object.assign(prompts.added[1].row, {
      id: 'own',
      variables: { n: 2 },
      context: ['A', 'B'],
      reference: 'R',
    })
    prompts.added[1].messages.push({ role: 'assistant', content: 'Hm.' })
    prompts.editAnew(prompts.saved!.list[0]!)
    prompts.added[2].messages[0].content = 'One, really?'
    prompts.text = 'Last?'
    expect(form.files.get('prompts.jsonl')).toBe(
      jsonl([
        rows[1],
        { id: 'p3', text: 'New?' },
        {
          id: 'own',
          messages: [
            { role: 'user', content: 'Newer?' },
            { role: 'assistant', content: 'Hm.' },
          ],
          reference: 'R',
          variables: { n: 2 },
          context: ['A', 'B'],
        },
        { id: 'p4', text: 'One, really?', category: 'k' },
        { id: 'p5', text: 'Last?' },
      ]),
    )
    expect(prompts.categories).toEqual(['k'])
  })
})

describe('the name', () => {
  it('of a contestant is followed by its references, even while it is empty or equals another for a moment', () => {
    const form = savedForm()
    const [amber, again, third] = form.contestants.map(({ row }) => row)
    const rename = (row: Row, name: string) => {
      row['name'] = name
      form.renamed('contestants')
      return [again!['controlOf'], (form.row['plan'] as Row)['baseline'], third!['controlOf']]
    }
    third!['controlOf'] = 'Amber again'
    for (const name of ['', 'Given', 'Amber again'])
      expect(rename(amber!, name)).toEqual(['Amber', 'Amber', 'Amber again'])
    // the name becomes free
    expect(rename(again!, 'Birch')).toEqual(['Amber again', 'Amber again', 'Birch'])
    // the two change names
    amber!['name'] = 'Birch'
    expect(rename(again!, 'Amber again')).toEqual(['Birch', 'Birch', 'Amber again'])
    // one takes a name whose bearer has none just now
    rename(again!, '')
    expect(rename(amber!, 'Amber again').slice(0, 2)).toEqual(['Birch', 'Birch'])
    expect(rename(again!, 'Cedar')).toEqual(['Amber again', 'Amber again', 'Cedar'])
    // a reference is written by the new name
    expect(arenaOf(form).contestants[1].controlOf).toBe('Amber again')
  })

  it('of a provider is followed by its own references only, whatever is typed in between', () => {
    const form = savedForm()
    form.addContestant()
    const [local, idle] = form.providers.map(({ row }) => row)
    form.contestants.at(-1)!.row['provider'] = 'idle'
    const rename = (row: Row, name: string) => {
      row['name'] = name
      form.renamed('providers')
      return [form.contestants[0], form.contestants.at(-1)!, form.judges[0], form.checks.at(-1)!].map(
        ({ row }) => row['provider'],
      )
    }
    expect(rename(idle!, 'local')).toEqual(['local', 'idle', 'local', 'local'])
    expect(rename(idle!, 'local-c')).toEqual(['local', 'local-c', 'local', 'local'])
    expect(rename(local!, 'here')).toEqual(['here', 'local-c', 'here', 'here'])
  })

  it('of a new entry differs from all present and recent names', () => {
    const form = new ArenaForm()
    for (let n = 0; n < 3; n++) {
      form.addProvider()
      form.addJudge()
      form.addCheck()
    }
    form.judges.shift()
    form.checks.shift()
    form.contestants[1].row['name'] = ''
    form.addJudge()
    form.addCheck()
    form.remove('contestants', form.contestants[0])
    form.addContestant()
    const names = (all: readonly { row: Row }[]) => all.map(({ row }) => row['name'])
    expect(names(form.providers)).toEqual(['openai', 'anthropic', 'openai-2', 'openai-3'])
    expect(names(form.judges)).toEqual(['judge-2', 'judge-3', 'judge-4', 'judge-5'])
    expect(names(form.checks)).toEqual(['check-2', 'check-3', 'check-4'])
    expect(names(form.contestants)).toEqual(['', 'C'])
  })
})

/** A challenge as it is put together on the page, and what is sent of it. */

test('a win on the hold-out is asked for only where something is held out', () => {
  const draft = new ChallengeDraft()
  Object.assign(draft, { incumbent: 'birch', challenger: 'amber', requireHoldOut: true })
  expect(draft.toRequest()).toMatchObject({ requireHoldOut: true })
  draft.holdOut = 'share'
  expect(draft.toRequest()).toMatchObject({ requireHoldOut: true, holdOut: { share: 0.25, seed: 1 } })
  // its box has gone with what it is about
  draft.holdOut = 'none'
  expect(draft.toRequest()).toEqual({
    incumbent: 'birch',
    challenger: 'amber',
    minWinRate: 0.5,
    holdOut: null,
  })
})
