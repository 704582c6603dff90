/** What entries are called while an arena is told step by step, and who goes by those names. */
import { describe, expect, it } from 'vitest'
import { ArenaForm } from '../../web/src/pages/admin/new/arena-form.svelte.ts'
import { formWithEveryField } from './every-value.ts'

describe('the name', () => {
  it('of a contestant is followed by its references, even while it is empty or equals another for a moment', () => {
    const form = formWithEveryField()
    const [amber, again, third] = form.contestants
    const naming = () => {
      form.makersRenamed()
      return [again!.controlOf, form.terms.baseline]
    }
    third!.controlOf = 'Amber again'
    for (const name of ['', 'Given', 'Amber again']) {
      amber!.name = name
      expect(naming()).toEqual(['Amber', 'Amber'])
      expect(third!.controlOf).toBe('Amber again')
    }
    // the name becomes free
    again!.name = 'Birch'
    expect(naming()).toEqual(['Amber again', 'Amber again'])
    expect(third!.controlOf).toBe('Birch')
    // the two change names
    amber!.name = 'Birch'
    again!.name = 'Amber again'
    expect(naming()).toEqual(['Birch', 'Birch'])
    expect(third!.controlOf).toBe('Amber again')
    // one takes a name whose bearer has none just now
    again!.name = ''
    naming()
    amber!.name = 'Amber again'
    expect(naming()).toEqual(['Birch', 'Birch'])
    again!.name = 'Cedar'
    expect(naming()).toEqual(['Amber again', 'Amber again'])
    expect(third!.controlOf).toBe('Cedar')
  })

  it('of a provider is followed by its own references only, whatever is typed in between', () => {
    const form = formWithEveryField()
    form.addContestant()
    const [local, idle] = form.providers
    form.contestants.at(-1)!.provider = 'idle'
    const chosenProviders = () => [form.contestants[0].provider, form.contestants.at(-1)!.provider]
    idle!.name = 'local'
    form.providersRenamed()
    expect(chosenProviders()).toEqual(['local', 'idle'])
    idle!.name = 'local-c'
    form.providersRenamed()
    expect(chosenProviders()).toEqual(['local', 'local-c'])
    expect([form.judges[0].provider, form.checks.at(-1)!.provider]).toEqual(['local', 'local'])
    local!.name = 'here'
    form.providersRenamed()
    expect(chosenProviders()).toEqual(['here', 'local-c'])
    expect([form.judges[0].provider, form.checks.at(-1)!.provider]).toEqual(['here', 'here'])
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
    form.contestants[1].name = ''
    form.addJudge()
    form.addCheck()
    form.removeContestant(form.contestants[0])
    form.addContestant()
    const named = (all: readonly { name: string }[]) => all.map(({ name }) => name)
    expect(named(form.providers)).toEqual(['openai', 'anthropic', 'openai-2', 'openai-3'])
    expect(named(form.judges)).toEqual(['judge-2', 'judge-3', 'judge-4', 'judge-5'])
    expect(named(form.checks)).toEqual(['check-2', 'check-3', 'check-4'])
    expect(named(form.contestants)).toEqual(['', 'C'])
  })
})
