/** What entries are called while an arena is told step by step, and who goes by those names. */
import { describe, expect, it } from 'vitest'
import { Recipe } from '../../web/src/pages/admin/new/recipe.svelte.ts'
import { everyTold } from './every-value.ts'

describe('the name', () => {
  it('of a contestant is kept by who names it while that has no name, or for a moment that of another', () => {
    const recipe = everyTold()
    const [amber, again, given] = recipe.makers
    const naming = () => {
      recipe.makersRenamed()
      return [again!.controlOf, recipe.terms.baseline]
    }
    given!.controlOf = 'Amber again'
    for (const name of ['', 'Given', 'Amber again']) {
      amber!.name = name
      expect(naming()).toEqual(['Amber', 'Amber'])
      expect(given!.controlOf).toBe('Amber again')
    }
    // the name becomes free
    again!.name = 'Birch'
    expect(naming()).toEqual(['Amber again', 'Amber again'])
    expect(given!.controlOf).toBe('Birch')
    // the two change names
    amber!.name = 'Birch'
    again!.name = 'Amber again'
    expect(naming()).toEqual(['Birch', 'Birch'])
    expect(given!.controlOf).toBe('Amber again')
    // one takes a name whose bearer has none just now
    again!.name = ''
    naming()
    amber!.name = 'Amber again'
    expect(naming()).toEqual(['Birch', 'Birch'])
    again!.name = 'Cedar'
    expect(naming()).toEqual(['Amber again', 'Amber again'])
    expect(given!.controlOf).toBe('Cedar')
  })

  it('of a provider is followed by those who name it and by nobody else, whatever is typed on the way', () => {
    const recipe = everyTold()
    recipe.addMaker()
    const [local, idle] = recipe.providers
    recipe.makers.at(-1)!.provider = 'idle'
    const chosen = () => [recipe.makers[0].provider, recipe.makers.at(-1)!.provider]
    idle!.name = 'local'
    recipe.providersRenamed()
    expect(chosen()).toEqual(['local', 'idle'])
    idle!.name = 'local-c'
    recipe.providersRenamed()
    expect(chosen()).toEqual(['local', 'local-c'])
    expect([recipe.judges[0].provider, recipe.checks.at(-1)!.provider]).toEqual(['local', 'local'])
    local!.name = 'here'
    recipe.providersRenamed()
    expect(chosen()).toEqual(['here', 'local-c'])
    expect([recipe.judges[0].provider, recipe.checks.at(-1)!.provider]).toEqual(['here', 'here'])
  })

  it('of a new entry has a name that no other has or had until just now', () => {
    const recipe = new Recipe()
    for (let n = 0; n < 3; n++) {
      recipe.addProvider()
      recipe.addJudge()
      recipe.addCheck()
    }
    recipe.judges.shift()
    recipe.checks.shift()
    recipe.makers[1].name = ''
    recipe.addJudge()
    recipe.addCheck()
    recipe.takeOutMaker(recipe.makers[0])
    recipe.addMaker()
    const named = (all: readonly { name: string }[]) => all.map(({ name }) => name)
    expect(named(recipe.providers)).toEqual(['openai', 'anthropic', 'openai-2', 'openai-3'])
    expect(named(recipe.judges)).toEqual(['judge-2', 'judge-3', 'judge-4', 'judge-5'])
    expect(named(recipe.checks)).toEqual(['check-2', 'check-3', 'check-4'])
    expect(named(recipe.makers)).toEqual(['', 'C'])
  })
})
