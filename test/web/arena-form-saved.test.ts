/** An arena that is there, step by step: what nobody touches comes out as it went in, and all can be touched. */
import { parse, stringify } from 'yaml'
import { describe, expect, it } from 'vitest'
import { answersPath, answersPathFor, filesOf } from '../../web/src/pages/admin/new/write-files.ts'
import { ArenaForm } from '../../web/src/pages/admin/new/arena-form.svelte.ts'
import { OWN_RUBRIC } from '../../web/src/pages/admin/new/rubrics.ts'
import { judge, contestantValues, promptValues } from '../../web/src/pages/admin/new/entries.ts'
import type { FormValues } from '../../web/src/pages/admin/new/form-values.ts'
import { readFormValues } from '../../web/src/pages/admin/new/read-form-values.ts'
import { checked } from '../server/transfer/arena-files.ts'
import {
  differing,
  everyField,
  FILES_BESIDE,
  KEYS_THERE_ARE,
  SAID_OTHERWISE,
} from '../support/every-field.ts'

const EVERY = everyField('every', { baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' })
const recipeOf = (arena: object, files: Record<string, string> = FILES_BESIDE) => ({
  arena: 'every',
  files: { 'arena.yaml': stringify(arena), ...files },
  leftOut: [],
  retired: { contestants: [], prompts: [] },
})
const jsonl = (all: object[]) => all.map((row) => `${JSON.stringify(row)}\n`).join('')
const problemsIn = async (values: FormValues) => {
  const { 'arena.yaml': arena, ...files } = Object.fromEntries(filesOf(values))
  return (await checked(arena, files)).problems
}

describe('every field', () => {
  it('exists in arena.yaml', () => {
    expect([...KEYS_THERE_ARE].filter((key) => !differing({}, EVERY).has(key))).toEqual(
      Object.keys(SAID_OTHERWISE),
    )
  })

  it('passes through the form unchanged: nothing is lost or added', () => {
    const { plan, ...unplanned } = EVERY
    const turns = { id: 7, turns: ['One?', 'And then?'], category: 'c' }
    for (const arena of [
      EVERY,
      { ...unplanned, plan: { everything: true, baseline: plan.baseline } },
      { ...unplanned, gate: {}, judges: [], prompts: [...EVERY.prompts, turns] },
      { ...EVERY, prompts: 'prompts.jsonl' },
    ]) {
      const beside = { ...FILES_BESIDE, 'prompts.jsonl': jsonl(EVERY.prompts) }
      const form = new ArenaForm(readFormValues(recipeOf(arena, beside)))
      expect(parse(form.files.get('arena.yaml')!)).toEqual({
        ...arena,
        ...(arena.judges.length === 0 && NONE),
      })
      for (const [path, text] of form.files)
        if (path !== 'arena.yaml') expect(text).toBe(beside[path as keyof typeof beside])
      expect(form.isTouched).toBe(false)
      form.contestants[0].owner = 'Them'
      expect(form.isTouched).toBe(true)
      form.contestants[0].owner = 'Us'
      expect(form.isTouched).toBe(false)
    }
  })
  const NONE = { judges: undefined }

  it('that repeats a default stays as it was written', () => {
    const bare = {
      ...EVERY,
      contestants: EVERY.contestants.map((one) => ({ ...one, owner: '', params: {} })),
      checks: EVERY.checks.map((one) => ({ ...one, required: false, categories: [] })),
      judges: EVERY.judges.map((one) => ({ ...one, form: 'pairwise', ask: 'together', logprobs: 'off' })),
      criteria: ['overall', 'tone, kind'],
      description: '',
    }
    expect(parse(filesOf(readFormValues(recipeOf(bare))).get('arena.yaml')!)).toEqual(bare)
  })

  it('of a check is dropped with its kind, except for the fields that all kinds share', () => {
    const there = readFormValues(recipeOf(EVERY))
    const checks = there.checks.map((one) => ({ ...one, kind: 'contains' as const, says: 'c' }))
    const common = { kind: 'contains', categories: ['a'], mustPass: 0.5, required: true, value: 'c' }
    expect(parse(filesOf({ ...there, checks }).get('arena.yaml')!).checks).toEqual([
      { ...common, name: 'alike', ignoreCase: true },
      { ...common, name: 'bears', ignoreCase: true },
      ...['fits', 'shaped', 'yes'].map((name) => ({ ...common, name })),
    ])
  })

  it('that names a contestant follows its new name', () => {
    const form = new ArenaForm(readFormValues(recipeOf(EVERY)))
    form.contestants[0].name = 'Ember'
    form.makersRenamed()
    const arena = parse(form.files.get('arena.yaml')!)
    expect([arena.contestants[1].controlOf, arena.plan.baseline]).toEqual(['Ember', 'Ember'])
    expect(arena.contestants[0]).not.toHaveProperty('controlOf')
  })
})

describe('an existing arena', () => {
  const rows = [
    { id: 'p1', text: 'One?', category: 'k' },
    { id: 'x', messages: [{ role: 'user', content: 'Two?' }], variables: { n: 1 } },
  ]
  const [made, , third] = EVERY.contestants
  const ARENA = {
    ...EVERY,
    contestants: [
      { ...made, template: '{{text}}', owner: undefined },
      { ...third, responses: 'answers/b.jsonl' },
    ],
    prompts: 'prompts.jsonl',
    judges: [{ ...EVERY.judges[0], rubric: 'rubrics/own.md', form: 'pairwise', categories: undefined }],
    checks: [],
    plan: { everything: true },
  }
  const RECIPE = {
    ...recipeOf(ARENA, {
      'prompts.jsonl': jsonl(rows),
      'answers/b.jsonl': '{"prompt":"p1","text":"Yes"}\n',
      'rubrics/own.md': '---\ncriterion: tone\n---\n\nKind?\n',
    }),
    leftOut: [{ why: 'prompts_retired' as const, names: ['p2'] }],
  }
  const fileOf = (path: string) => RECIPE.files[path as keyof typeof RECIPE.files]

  it('keeps its own files beside new ones, whatever the names of the new ones', () => {
    const there = readFormValues(RECIPE)
    const another = { ...judge('judge-2', 'local'), model: 'm', rubric: OWN_RUBRIC }
    const files = filesOf({ ...there, judges: [...there.judges, another], rubricText: 'Which is shorter?' })
    expect(files.get('rubrics/own.md')).toBe(fileOf('rubrics/own.md'))
    expect(files.get('rubrics/own-2.md')).toContain('Which is shorter?')
    expect(parse(files.get('arena.yaml')!).judges.map(({ rubric }: { rubric: string }) => rubric)).toEqual([
      'rubrics/own.md',
      'rubrics/own-2.md',
    ])

    const contestantFrom = (path: string) => contestantValues(path, 'local', { name: path, text: '' })
    // the third of four was taken out again
    const contestants = [...there.contestants, contestantFrom('answers/4/mine.csv')]
    expect(answersPath('mine.csv', contestants)).toBe('answers/5/mine.csv')
    expect(answersPath('other.csv', [...there.contestants, contestantFrom('answers/mine.csv')])).toBe(
      'answers/4/other.csv',
    )
  })

  it('stores replaced answers in the same kind of file', async () => {
    const there = readFormValues(RECIPE)
    const name = answersPathFor('new.CSV', 'answers/b.jsonl')
    const contestants = there.contestants.map((one) =>
      one.uploadedAnswers ? { ...one, uploadedAnswers: { name, text: 'prompt,text\np1,No\n' } } : one,
    )
    expect(name).toBe('answers/b.csv')
    expect(await problemsIn({ ...there, contestants })).toEqual(await problemsIn(there))
  })

  it('can lose prompts, describe them anew, and number new ones after all earlier numbers', () => {
    const edits = {
      p1: { ...promptValues(rows[0]), category: '', reference: 'R' },
      x: { ...promptValues(rows[1]), isRemoved: true },
    }
    const files = filesOf({ ...readFormValues(RECIPE), edits, prompts: 'New?\n\nNewer?' })
    expect(files.get('prompts.jsonl')).toBe(
      jsonl([
        { id: 'p1', text: 'One?', reference: 'R' },
        { id: 'p3', text: 'New?' },
        { id: 'p4', text: 'Newer?' },
      ]),
    )
    const without = { ...edits, p1: { ...edits.p1, isRemoved: true } }
    expect(filesOf({ ...readFormValues(RECIPE), edits: without }).get('answers/b.jsonl')).toBe('')
    expect(files.get('answers/b.jsonl')).toBe(fileOf('answers/b.jsonl'))
  })

  it('takes prompts one by one with all their fields, and a changed text as another prompt', () => {
    const form = new ArenaForm(readFormValues(RECIPE))
    form.prompts = 'New?\n\nNewer?'
    form.listPrompts()
    expect(form.prompts).toBe('')
    Object.assign(form.newPrompts[1], {
      id: 'own',
      variables: 'n: 2',
      context: ['A', ' ', 'B'],
      reference: 'R',
    })
    form.newPrompts[1].messages.push({ role: 'assistant', content: 'Hm.' })
    form.editAnew(form.existing!.prompts[0])
    form.newPrompts[2].messages[0].content = 'One, really?'
    form.prompts = 'Last?'
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
    expect(form.categories).toEqual(['k'])
  })
})
