import { describe, expect, it } from 'vitest'
import type { ArenaDetail } from '../../shared/contracts/arena.ts'
import type { Board } from '../../shared/contracts/board.ts'
import { isNarrowed, searchOf, viewOf } from '../../web/src/api/view.ts'
import {
  choiceOf,
  simulatedElsewhere,
  sourceLabel,
  switchesOf,
} from '../../web/src/pages/leaderboard/switches.ts'
import { madeBy, needOf } from '../../web/src/pages/leaderboard/words.ts'
import { viewWords } from '../../web/src/ui/view-words.ts'
import { routeOf } from '../../web/src/state/routes.ts'
import { rated } from './contestant.ts'

const VIEW = { source: 'humans', criterion: null, category: null, from: null, to: null }
const detail = (more: Partial<ArenaDetail>) =>
  ({ sources: [], criteria: ['overall'], categories: [], ...more }) as unknown as ArenaDetail

describe('the switches of a board', () => {
  it('offer only what the arena has, and no switch with a single choice except the source', () => {
    const sources = [{ source: 'humans', kind: 'human' as const, votes: 3 }]
    expect(switchesOf(detail({ sources }), VIEW).map(({ name }) => name)).toEqual(['source'])
    expect(switchesOf(detail({}), VIEW)).toEqual([])
  })

  it('mark what the board shows, even if the address does not name it', () => {
    const criteria = ['overall', 'tone']
    const [criterion] = switchesOf(detail({ criteria }), { ...VIEW, criterion: 'overall' })
    expect(criterion).toMatchObject({ name: 'criterion', current: 'overall' })
    expect(criterion.options.map(({ label }) => label)).toEqual(['Overall', 'Tone'])
  })

  it('let the reader clear a category', () => {
    const [category] = switchesOf(detail({ categories: ['angry', 'refunds'] }), VIEW)
    expect(category.options[0]).toEqual({ value: null, label: 'All' })
    expect(category.current).toBeNull()
  })

  it('offer the groups with a board, and remove what the board of a group cannot have', () => {
    const arena = detail({ groups: ['crowd', 'experts'], categories: ['angry', 'refunds'] })
    const [category, group] = switchesOf(arena, { ...VIEW, group: 'experts' })
    expect(group.options.map(({ label }) => label)).toEqual(['Everybody', 'crowd', 'experts'])
    expect(group.current).toBe('experts')
    expect(choiceOf(group, 'crowd')).toEqual({
      source: null,
      category: null,
      from: null,
      to: null,
      together: null,
      group: 'crowd',
    })
    expect(choiceOf(group, null)).toEqual({ group: null })
    expect(choiceOf(category, 'angry')).toEqual({ group: null, category: 'angry' })
  })

  it('name sources in words, and simulated votes as simulated', () => {
    expect(['humans', 'judges', 'judge:strict', 'powered', 'simulated'].map(sourceLabel)).toEqual([
      'Humans',
      'All judges',
      'Judge “strict”',
      'Humans, powered by judges',
      'Simulated',
    ])
  })
})

describe('simulated votes of an arena', () => {
  const sources = [
    { source: 'humans', kind: 'human' as const, votes: 1 },
    { source: 'simulated', kind: 'simulated' as const, votes: 400 },
  ]
  const unrated = rated('A', 0, { status: 'unrated', rating: null })
  const shown = (source: string, contestants = [unrated]) =>
    ({ view: { ...VIEW, source }, contestants }) as unknown as Board

  it('get a hint if no contestant is rated without them', () => {
    expect(simulatedElsewhere(shown('humans'), detail({ sources }))).toBe(true)
  })

  it('get no hint if a contestant is rated, if they are shown, or if there are none', () => {
    expect(simulatedElsewhere(shown('humans', [unrated, rated('B', 1000)]), detail({ sources }))).toBe(false)
    expect(simulatedElsewhere(shown('simulated'), detail({ sources }))).toBe(false)
    expect(simulatedElsewhere(shown('humans'), detail({ sources: sources.slice(0, 1) }))).toBe(false)
    expect(simulatedElsewhere(shown('humans'), null)).toBe(false)
  })
})

describe('the view in the address', () => {
  it('is the same after writing and reading, without empty or unknown parts', () => {
    const view = viewOf(new URLSearchParams('source=judge%3Aa+b&category=&row=X&from=2026-01-31'))
    expect(view).toEqual({ source: 'judge:a b', from: '2026-01-31' })
    expect(viewOf(new URLSearchParams(searchOf(view)))).toEqual(view)
    expect(searchOf({})).toBe('')
  })

  it('counts as narrowed if a new vote may be outside it', () => {
    expect([{}, { source: 'humans' }, { source: 'judges' }, { to: '2026-01-31' }].map(isNarrowed)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('has a description in words', () => {
    expect(viewWords(VIEW)).toBe('humans · one criterion · all categories · all time')
    expect(viewWords({ ...VIEW, criterion: 'tone', from: '2026-01-31' })).toBe(
      'humans · tone · all categories · since Jan 31, 2026',
    )
    expect(madeBy('humans', 61)).toBe('61 people')
    expect(madeBy('judge:strict', 1)).toBe('1 judge')
  })
})

it('a contestant without a rating says what it needs, without "yet" in a part of the arena', () => {
  const unrated = rated('A', 0, { status: 'unrated', rating: null, votes: 0 })
  expect(needOf(unrated, 'half', false)).toMatch(/^unrated, no votes yet/)
  expect(needOf(unrated, 'half', true)).toMatch(/^unrated, no votes in this view/)
  expect(needOf({ ...unrated, status: 'provisional', reason: 'unbeaten', votes: 6 }, 'half', true)).toMatch(
    /unbeaten in 6/,
  )
  expect(needOf({ ...unrated, votes: 3, ties: 3 }, 'drop', true)).toBe(
    'unrated, only ties in 3 votes, and ties do not count here',
  )
})

describe('routes', () => {
  it.each([
    ['/', { page: 'arenas' }],
    ['/a/support', { page: 'leaderboard', arena: 'support' }],
    ['/a/support/', { page: 'leaderboard', arena: 'support' }],
    ['/a/support-2/vote', { page: 'vote', arena: 'support-2' }],
    ['/a/support.md', { page: 'missing' }],
    ['/a/Support', { page: 'missing' }],
    ['/a/support/votes', { page: 'missing' }],
  ])('%s', (path, route) => expect(routeOf(path)).toEqual(route))
})
