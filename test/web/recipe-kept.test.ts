/** What is told step by step stays what it was told as: nothing is split, dropped or brought back unsaid. */
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { commas } from '../../web/src/pages/admin/new/fields.ts'
import { Recipe } from '../../web/src/pages/admin/new/recipe.svelte.ts'
import { FILES_BESIDE } from '../support/every-field.ts'
import { everyTold } from './every-value.ts'

const arenaOf = (recipe: Recipe) => parse(recipe.files.get('arena.yaml')!)

describe('names with commas between them', () => {
  it.each([
    [['overall', 'tone, kind'], 'overall, "tone, kind"'],
    [['"so"', 'say "so"', 'a "b", c'], '"""so""", say "so", "a ""b"", c"'],
  ])('%j are told in one line and read as they were', (names, told) => {
    expect(commas.read(names)).toBe(told)
    expect(commas.write(told)).toEqual(names)
  })

  it('are read while they are typed, blank ones left out', () => {
    expect(commas.write('a,, "b, c')).toEqual(['a', '"b', 'c'])
    expect(commas.write(' , ""')).toEqual([])
  })

  it('are criteria that stay whole when another comes to them', () => {
    const recipe = everyTold({ criteria: ['overall', 'tone, kind'] })
    recipe.criteria += ', short'
    expect(arenaOf(recipe).criteria).toEqual(['overall', 'tone, kind', 'short'])
  })
})

describe('what an answer must contain', () => {
  const CHECK = { name: 'bears', kind: 'contains', ignoreCase: true }

  it('stays whole over several lines, whatever else is told of it', () => {
    for (const value of ['One\ntwo', ['One\ntwo', 'three']]) {
      const recipe = everyTold({ checks: [{ ...CHECK, value }] })
      const [check] = recipe.checks
      expect(arenaOf(recipe).checks[0].value).toEqual(value)
      expect(recipe.isTouched).toBe(false)
      check!.each!.push('', 'four')
      expect(arenaOf(recipe).checks[0].value).toEqual([...[value].flat(), 'four'])
      check!.each!.splice(1)
      check!.each![0] = 'One\n2'
      expect(arenaOf(recipe).checks[0].value).toBe('One\n2')
    }
  })

  it('is a value a line where none has several', () => {
    const recipe = everyTold({ checks: [{ ...CHECK, value: ['one', 'two'] }] })
    expect(recipe.checks[0].each).toBe(null)
    recipe.checks[0].says += '\nthree'
    expect(arenaOf(recipe).checks[0].value).toEqual(['one', 'two', 'three'])
  })
})

describe('what is told without being used', () => {
  it('counts as told: criteria that a rubric brings back, which are named', () => {
    const recipe = everyTold()
    recipe.judges[0].rubric = 'rag'
    recipe.judges[0].criteria = []
    const asked = ['helpfulness', 'groundedness', 'coherence', 'completeness']
    expect(recipe.criteriaBeside).toEqual(asked)
    const { criteria, judges } = arenaOf(recipe)
    const again = everyTold({ criteria, judges })
    expect([again.criteriaBeside, again.isTouched]).toEqual([[], false])
    again.criteria = 'overall, tone'
    expect([again.criteriaBeside, again.isTouched]).toEqual([asked, true])
    again.judging = 'people'
    expect(again.criteriaBeside).toEqual([])
  })

  it('counts as told: a provider that nobody names yet, which is written too', () => {
    const recipe = everyTold()
    recipe.addProvider()
    expect(recipe.isTouched).toBe(true)
    expect(Object.keys(arenaOf(recipe).providers)).toEqual(['local', 'idle', 'openai'])
    recipe.takeOutProvider(recipe.providers.at(-1)!)
    expect(recipe.isTouched).toBe(false)

    // where no model is called none is written
    const people = new Recipe()
    people.makers = []
    people.addProvider()
    expect(arenaOf(people)).not.toHaveProperty('providers')
    expect(people.isTouched).toBe(true)
  })
})

describe('prompts and contestants told one by one', () => {
  it('are put aside for those of a table, and come back', () => {
    const recipe = new Recipe()
    recipe.tableText = 'prompt,X,Y\nLate?,Yes,No'
    recipe.listTable()
    expect(recipe.hasAside).toBe(false)

    recipe.makers[0].owner = 'Us'
    recipe.addPrompt()
    const before = [...recipe.files]
    recipe.tableText = 'prompt,Z\nLost?,Yes'
    recipe.listTable()
    expect(recipe.contestants).toEqual(['Z'])
    expect(recipe.hasAside).toBe(true)
    recipe.swapAside()
    expect([...recipe.files]).toEqual(before)
    recipe.swapAside()
    expect(recipe.contestants).toEqual(['Z'])
  })

  it.each([
    ['prompts', { prompts: 'One?' }],
    ['a file of prompts', { promptFile: { name: 'p.csv', text: '' } }],
    ['another contestant', { makers: [] }],
  ])('are put aside where they are no more than %s', (_, told) => {
    const recipe = Object.assign(new Recipe(), { tableText: 'prompt,X,Y\nLate?,Yes,No' }, told)
    recipe.listTable()
    expect(recipe.hasAside).toBe(true)
    recipe.swapAside()
    expect(recipe).toMatchObject(told)
  })

  it('take no answers with them where a file of prompts stands in their place', () => {
    const recipe = everyTold()
    recipe.edit(recipe.standing!.prompts[0], { isOut: true })
    const answers = () => recipe.files.get('answers/given.jsonl')
    expect(answers()).toBe('{"prompt":"p2","text":"No"}\n')
    recipe.promptFile = { name: 'more.csv', text: 'id,text\np1,One?\n' }
    expect(answers()).toBe(FILES_BESIDE['answers/given.jsonl'])
  })
})
