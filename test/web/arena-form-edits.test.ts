/** Values entered step by step are saved as entered: nothing is split, dropped or restored by itself. */
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { commas } from '../../web/src/pages/admin/new/fields.ts'
import { ArenaForm } from '../../web/src/pages/admin/new/arena-form.svelte.ts'
import { FILES_BESIDE } from '../support/every-field.ts'
import { formWithEveryField } from './every-value.ts'

const arenaOf = (form: ArenaForm) => parse(form.files.get('arena.yaml')!)

describe('names separated by commas', () => {
  it.each([
    [['overall', 'tone, kind'], 'overall, "tone, kind"'],
    [['"so"', 'say "so"', 'a "b", c'], '"""so""", say "so", "a ""b"", c"'],
  ])('%j are written in one line and read back unchanged', (names, line) => {
    expect(commas.read(names)).toBe(line)
    expect(commas.write(line)).toEqual(names)
  })

  it('are read while they are typed, without blank ones', () => {
    expect(commas.write('a,, "b, c')).toEqual(['a', '"b', 'c'])
    expect(commas.write(' , ""')).toEqual([])
  })

  it('that are criteria stay whole when another is added', () => {
    const form = formWithEveryField({ criteria: ['overall', 'tone, kind'] })
    form.criteria += ', short'
    expect(arenaOf(form).criteria).toEqual(['overall', 'tone, kind', 'short'])
  })
})

describe('the values that an answer must contain', () => {
  const CHECK = { name: 'bears', kind: 'contains', ignoreCase: true }

  it('keep their line breaks when other fields change', () => {
    for (const value of ['One\ntwo', ['One\ntwo', 'three']]) {
      const form = formWithEveryField({ checks: [{ ...CHECK, value }] })
      const [check] = form.checks
      expect(arenaOf(form).checks[0].value).toEqual(value)
      expect(form.isTouched).toBe(false)
      check!.each!.push('', 'four')
      expect(arenaOf(form).checks[0].value).toEqual([...[value].flat(), 'four'])
      check!.each!.splice(1)
      check!.each![0] = 'One\n2'
      expect(arenaOf(form).checks[0].value).toBe('One\n2')
    }
  })

  it('are one to a line if none has several lines', () => {
    const form = formWithEveryField({ checks: [{ ...CHECK, value: ['one', 'two'] }] })
    expect(form.checks[0].each).toBe(null)
    form.checks[0].says += '\nthree'
    expect(arenaOf(form).checks[0].value).toEqual(['one', 'two', 'three'])
  })
})

describe('unused entries of the form', () => {
  it('count as entered: criteria that a rubric uses again, which it names', () => {
    const form = formWithEveryField()
    form.judges[0].rubric = 'rag'
    form.judges[0].criteria = []
    const fromRubrics = ['helpfulness', 'groundedness', 'coherence', 'completeness']
    expect(form.criteriaBeside).toEqual(fromRubrics)
    const { criteria, judges } = arenaOf(form)
    const again = formWithEveryField({ criteria, judges })
    expect([again.criteriaBeside, again.isTouched]).toEqual([[], false])
    again.criteria = 'overall, tone'
    expect([again.criteriaBeside, again.isTouched]).toEqual([fromRubrics, true])
    again.judging = 'people'
    expect(again.criteriaBeside).toEqual([])
  })

  it('count as entered: a provider that no contestant names yet, which is written too', () => {
    const form = formWithEveryField()
    form.addProvider()
    expect(form.isTouched).toBe(true)
    expect(Object.keys(arenaOf(form).providers)).toEqual(['local', 'idle', 'bot', 'openai'])
    form.removeProvider(form.providers.at(-1)!)
    expect(form.isTouched).toBe(false)

    // where no model is called none is written
    const people = new ArenaForm()
    people.contestants = []
    people.addProvider()
    expect(arenaOf(people)).not.toHaveProperty('providers')
    expect(people.isTouched).toBe(true)
  })
})

describe('prompts and contestants entered one by one', () => {
  it('are set aside for a table, and return after it', () => {
    const form = new ArenaForm()
    form.tableText = 'prompt,X,Y\nLate?,Yes,No'
    form.listTable()
    expect(form.hasAside).toBe(false)

    form.contestants[0].owner = 'Us'
    form.addPrompt()
    const before = [...form.files]
    form.tableText = 'prompt,Z\nLost?,Yes'
    form.listTable()
    expect(form.contestantNames).toEqual(['Z'])
    expect(form.hasAside).toBe(true)
    form.swapAside()
    expect([...form.files]).toEqual(before)
    form.swapAside()
    expect(form.contestantNames).toEqual(['Z'])
  })

  it.each([
    ['prompts', { prompts: 'One?' }],
    ['a file of prompts', { promptFile: { name: 'p.csv', text: '' } }],
    ['another contestant', { contestants: [] }],
  ])('are set aside even if only %s would be lost', (_, values) => {
    const form = Object.assign(new ArenaForm(), { tableText: 'prompt,X,Y\nLate?,Yes,No' }, values)
    form.listTable()
    expect(form.hasAside).toBe(true)
    form.swapAside()
    expect(form).toMatchObject(values)
  })

  it('leave their answers behind if a file of prompts replaces them', () => {
    const form = formWithEveryField()
    form.edit(form.existing!.prompts[0], { isRemoved: true })
    const answers = () => form.files.get('answers/given.jsonl')
    expect(answers()).toBe('{"prompt":"p2","text":"No"}\n')
    form.promptFile = { name: 'more.csv', text: 'id,text\np1,One?\n' }
    expect(answers()).toBe(FILES_BESIDE['answers/given.jsonl'])
  })
})
