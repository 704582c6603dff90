/** What the panels under the board make of the figures that come to them. */
import { describe, expect, it } from 'vitest'
import type { ChecksReport, HeadToHead } from '../../shared/contracts/reports.ts'
import { latestRun, placeRuns, timeUnit, worthDrawing } from '../../web/src/charts/rating-history.ts'
import { percentScale, shareAxis } from '../../web/src/charts/scales.ts'
import { latestChecks } from '../../web/src/pages/leaderboard/below/latest-checks.ts'
import { matchingNames, matcher } from '../../web/src/pages/leaderboard/columns.ts'
import { pairWords, recordLookup } from '../../web/src/charts/pairs.ts'
import './all-words.ts'

it('an axis places values in percent of its width', () => {
  const percent = percentScale([800, 1200])
  expect([percent(800), percent(1100), percent(1300)]).toEqual([0, 75, 125])
})

it('the axis of shares includes its values with a margin, within 0 and 1, at least a fifth wide, with round ticks', () => {
  const judged = shareAxis([0.5, 1, 0.8, 0.93])
  expect(judged.ticks).toEqual([0.5, 0.6, 0.7, 0.8, 0.9, 1])
  expect(judged.percent(1)).toBe(100)
  expect(shareAxis([0, 1]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
  expect(shareAxis([0, 1], 4).ticks).toEqual([0, 0.5, 1])
  const narrow = shareAxis([0.5, 0.52])
  expect(narrow.percent(0.61)).toBeCloseTo(100, 9)
  expect(narrow.percent(0.5)).toBeGreaterThan(40)
})

it('dates below a rating history show the hour within a day, the day within a year, else the month', () => {
  const unit = (from: string, to: string) => timeUnit([Date.parse(from), Date.parse(to)])

  expect(unit('2026-03-01T00:00Z', '2026-03-01T23:59Z')).toBe('hour')
  expect(unit('2026-03-01T23:59Z', '2026-03-02T00:00Z')).toBe('day')
  expect(unit('2025-03-02T00:00Z', '2026-03-01T00:00Z')).toBe('day')
  expect(unit('2025-03-02T00:00Z', '2026-03-02T00:00Z')).toBe('month')
})

describe('the latest run of a rating history', () => {
  const rated = (...names: string[]) => names.map((name) => ({ name, rating: 1000, low: null, high: null }))
  const point = (
    votes: number,
    state: 'first_votes' | 'dead_heat' | 'leads' | 'wins',
    deadHeat: string[],
    names = ['A', 'B', 'C'],
  ) => ({
    at: '2026-03-01T00:00:00Z',
    votes,
    state,
    leader: state === 'leads' || state === 'wins' ? deadHeat[0] : null,
    deadHeat,
    countedLater: false,
    ratings: rated(...names),
  })
  const points = [
    point(20, 'first_votes', [], []),
    point(70, 'dead_heat', ['A', 'B', 'C']),
    point(150, 'dead_heat', ['A', 'C']),
    point(290, 'dead_heat', ['A', 'B']),
    point(470, 'leads', ['A'], ['A', 'B', 'C', 'D']),
    point(740, 'wins', ['A'], ['A', 'B', 'C', 'D', 'E']),
  ]

  it('begins with the board that changed the place, not with the one before it', () => {
    expect(latestRun({ points }, 'A')).toEqual({ place: 'wins', since: 740 })
    expect(latestRun({ points: points.slice(0, 5) }, 'A')).toEqual({ place: 'leads', since: 470 })
    expect(latestRun({ points }, 'B')).toEqual({ place: 'out', since: 470 })
    expect(latestRun({ points }, 'C')).toEqual({ place: 'out', since: 290 })
    expect(latestRun({ points: points.slice(0, 4) }, 'B')).toEqual({ place: 'heat', since: 290 })
  })

  it('is the last of the runs, which are drawn along the votes', () => {
    expect(placeRuns({ points }, 'B')).toEqual([
      { place: 'heat', from: 70, to: 150 },
      { place: 'out', from: 150, to: 290 },
      { place: 'heat', from: 290, to: 470 },
      { place: 'out', from: 470, to: 740 },
    ])
    expect(placeRuns({ points }, 'B').at(-1)!.from).toBe(latestRun({ points }, 'B')!.since)
    expect(placeRuns({ points }, 'A').map(({ place, to }) => [place, to])).toEqual([
      ['heat', 470],
      ['leads', 740],
      ['wins', 740],
    ])
    expect(placeRuns({ points: points.slice(1) }, 'A')[0]).toEqual({ place: 'heat', from: 70, to: 470 })
    expect(placeRuns({ points }, 'E')).toEqual([{ place: 'out', from: 740, to: 740 }])
    expect(placeRuns({ points }, 'F')).toEqual([])
  })

  it('has no beginning if the place never changed, and does not exist without a rating', () => {
    expect(latestRun({ points }, 'E')).toEqual({ place: 'out', since: null })
    expect(latestRun({ points }, 'F')).toBeNull()
    expect(latestRun({ points: [...points, point(800, 'first_votes', [])] }, 'A')).toBeNull()
    expect(latestRun({ points: [] }, 'A')).toBeNull()
  })
})

describe('the choice of rating histories to draw', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F']

  it('are the dead heat, the selected contestant, then the highest rated, in the order of the board', () => {
    expect(worthDrawing(names, new Set(['A', 'C']), 'F', 4)).toEqual(['A', 'B', 'C', 'F'])
    expect(worthDrawing(names, new Set(['A']), null, 3)).toEqual(['A', 'B', 'C'])
  })

  it('include the selected contestant at any size of the dead heat', () => {
    expect(worthDrawing(names, new Set(names), 'F', 3)).toEqual(['A', 'B', 'F'])
    expect(worthDrawing(names, new Set(), 'Gone', 2)).toEqual(['A', 'B'])
  })
})

describe('the search by name', () => {
  const all = ['Gemma-3', 'gemini-2', 'Éclair', 'Model 12'].map((name) => ({ name }))
  const namesMatching = (searchText: string, selectedName: string | null = null) => {
    const names = matchingNames(all, searchText, selectedName)
    return names && [...names]
  }

  it('needs every part of the query, ignoring case and accents', () => {
    expect(namesMatching('GEM')).toEqual(['Gemma-3', 'gemini-2'])
    expect(namesMatching('eclair')).toEqual(['Éclair'])
    expect(namesMatching('12 mod')).toEqual(['Model 12'])
    expect(namesMatching('zzz')).toEqual([])
    expect(matcher('.*')('Gemma')).toBe(false)
  })

  it('hides no row if it is empty, and never hides the selected row', () => {
    expect(namesMatching(' ')).toBeNull()
    expect(namesMatching('12', 'Gemma-3')).toEqual(['Gemma-3', 'Model 12'])
  })
})

it('checks show the latest run of those in use, in the order of the board', () => {
  const run = (...names: string[]) => ({ contestants: names.map((contestant) => ({ contestant })) })
  const report = {
    checks: [
      { name: 'polite', active: true, runs: [run('A'), run('A', 'B', 'Gone')] },
      { name: 'old', active: false, runs: [run('A')] },
      { name: 'new', active: true, runs: [] },
    ],
  } as unknown as ChecksReport
  const checks = latestChecks(report, ['B', 'A'])
  expect(checks.map(({ name, rates }) => [name, rates.map(({ contestant }) => contestant)])).toEqual([
    ['polite', ['B', 'A', 'Gone']],
  ])
})

describe('pairs', () => {
  /** Who met whom, from either side, and what words make of it. */

  const view = { source: 'people', criterion: null, category: null, from: null, to: null }
  const RECORD: HeadToHead = {
    arena: 'a',
    view,
    votes: 140,
    contestants: ['Ash', 'Birch', 'Cedar', 'Dogwood'],
    pairs: [
      { a: 0, b: 1, wins: 73, losses: 47, ties: 14, bothBad: 2 },
      { a: 0, b: 2, wins: 0, losses: 0, ties: 1, bothBad: 0 },
      { a: 1, b: 2, wins: 3, losses: 2, ties: 0, bothBad: 0 },
    ],
  }
  const met = recordLookup(RECORD)
  const words = (row: string, column: string) =>
    pairWords(row, column, met(row, column)).replaceAll('\u00a0', ' ')

  it('is the same record from both sides', () => {
    expect(met('Ash', 'Birch')).toMatchObject({ wins: 73, losses: 47, ties: 14 })
    const other = met('Birch', 'Ash')!
    expect(other).toMatchObject({ wins: 47, losses: 73, ties: 14, bothBad: 2 })
  })

  it('is blank for pairs that never met, for a contestant with itself, and for an absent contestant', () => {
    expect([met('Cedar', 'Dogwood'), met('Ash', 'Ash'), met('Ash', 'Elm')]).toEqual([null, null, null])
  })

  it('has a description in words', () => {
    expect(words('Ash', 'Birch')).toBe(
      'Ash beat Birch in 61 % of 120 decisive votes, 14 ties, 2 of them both bad',
    )
    expect(words('Birch', 'Ash')).toMatch(/^Birch beat Ash in 39 % of 120 decisive votes/)
    expect(words('Cedar', 'Ash')).toBe('Cedar and Ash: no decisive vote, 1 tie')
    expect(words('Cedar', 'Dogwood')).toBe('Cedar and Dogwood: no votes on this pair')
  })
})
