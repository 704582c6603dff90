/** What the panels under the board make of the figures that come to them. */
import { describe, expect, it } from 'vitest'
import type { ChecksReport } from '../../shared/contracts/checks-report.ts'
import type { Differences } from '../../shared/contracts/differences.ts'
import type { HeadToHead } from '../../shared/contracts/head-to-head.ts'
import type { HumanCeiling, JudgeReport } from '../../shared/contracts/judges.ts'
import { worthDrawing } from '../../web/src/charts/courses.ts'
import { dateTicks } from '../../web/src/charts/dates.ts'
import { percentOfShare, shareDomain, shareTicks } from '../../web/src/charts/shares.ts'
import { duelOf } from '../../web/src/pages/leaderboard/against.ts'
import { checksOfNow } from '../../web/src/pages/leaderboard/below/check-rows.ts'
import { ceilingOf, judgeRow } from '../../web/src/pages/leaderboard/below/judge-rows.ts'
import { foundIn, matcher } from '../../web/src/pages/leaderboard/finding.ts'

describe('the axis of shares', () => {
  it('starts at one half, or lower where something lies there', () => {
    expect(shareDomain([0.8, 0.93])).toEqual([0.5, 1])
    expect(shareDomain([0.8, 0.34])[0]).toBeCloseTo(0.3, 12)
    expect(shareDomain([0])).toEqual([0, 1])
    expect(percentOfShare([0.5, 1])(0.75)).toBeCloseTo(50, 12)
  })

  it('has no more marks than there is room for, and one at its end', () => {
    expect(shareTicks([0.5, 1], 7)).toEqual([0.5, 0.6, 0.7, 0.8, 0.9, 1])
    expect(shareTicks([0, 1], 7)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(shareTicks([0, 1], 4)).toEqual([0, 0.5, 1])
  })
})

describe('dates under a course', () => {
  const said = (from: string, to: string, most = 4) =>
    dateTicks([Date.parse(from), Date.parse(to)], most).map(
      ({ at, unit }) => `${unit} ${new Date(at).toISOString().slice(0, 13)}`,
    )

  it('are hours of a day, days of a week, Mondays of a month, months of a year', () => {
    expect(said('2026-03-01T10:30Z', '2026-03-01T13:30Z')).toEqual([
      'hour 2026-03-01T11',
      'hour 2026-03-01T12',
      'hour 2026-03-01T13',
    ])
    expect(said('2026-03-01T10:00Z', '2026-03-04T10:00Z')).toEqual([
      'day 2026-03-02T00',
      'day 2026-03-03T00',
      'day 2026-03-04T00',
    ])
    const weeks = said('2026-03-03T00:00Z', '2026-03-29T00:00Z')
    expect(weeks).toEqual(['day 2026-03-09T00', 'day 2026-03-16T00', 'day 2026-03-23T00'])
    expect(said('2025-04-10T00:00Z', '2026-03-20T00:00Z')).toEqual([
      'month 2025-07-01T00',
      'month 2025-10-01T00',
      'month 2026-01-01T00',
    ])
  })

  it('are never more than asked for, and none where no time passes', () => {
    for (const days of [0.1, 1, 3, 9, 40, 100, 400, 3000])
      expect(dateTicks([1e12, 1e12 + days * 86_400_000], 4).length).toBeLessThanOrEqual(4)
    expect(dateTicks([1e12, 1e12], 4)).toEqual([])
  })
})

describe('the courses that are drawn', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F']

  it('are the dead heat, the selected one, then by rating, in the order of the board', () => {
    expect(worthDrawing(names, new Set(['A', 'C']), 'F', 4)).toEqual(['A', 'B', 'C', 'F'])
    expect(worthDrawing(names, new Set(['A']), null, 3)).toEqual(['A', 'B', 'C'])
  })

  it('hold the selected one however many are in the dead heat', () => {
    expect(worthDrawing(names, new Set(names), 'F', 3)).toEqual(['A', 'B', 'F'])
    expect(worthDrawing(names, new Set(), 'Gone', 2)).toEqual(['A', 'B'])
  })
})

describe('finding by name', () => {
  const all = ['Gemma-3', 'gemini-2', 'Éclair', 'Model 12'].map((name) => ({ name }))
  const found = (asked: string, held: string | null = null) => {
    const names = foundIn(all, asked, held)
    return names && [...names]
  }

  it('takes every part that is asked for, whatever the case and accents', () => {
    expect(found('GEM')).toEqual(['Gemma-3', 'gemini-2'])
    expect(found('eclair')).toEqual(['Éclair'])
    expect(found('12 mod')).toEqual(['Model 12'])
    expect(found('zzz')).toEqual([])
    expect(matcher('.*')('Gemma')).toBe(false)
  })

  it('hides nobody where nothing is asked for, and never the row that is held', () => {
    expect(found(' ')).toBeNull()
    expect(found('12', 'Gemma-3')).toEqual(['Gemma-3', 'Model 12'])
  })
})

describe('a judge in a row', () => {
  const none = { hits: 0, n: 0, share: null, interval: null }
  const some = (hits: number, n: number) => ({
    hits,
    n,
    share: hits / n,
    interval: [0.5, 0.9] as [number, number],
  })
  const figures = {
    votes: 90,
    decisive: { ...some(40, 50), kappa: 0.6 },
    consistency: some(80, 100),
    firstPosition: none,
    longer: { ...some(30, 60), judgeOnShared: some(20, 40), humansOnShared: some(18, 40) },
  }
  const report = (more: object) =>
    ({
      judge: 'strict',
      state: 'calibrated',
      due: false,
      pairsMissing: 0,
      figures,
      failures: [{ cause: 'no_verdict', count: 10 }],
      cost: { calls: 200 },
      ...more,
    }) as unknown as JudgeReport

  it('turns consistency into how often it changes its mind, with the interval the other way round', () => {
    expect(judgeRow(report({})).inconsistent).toEqual({
      share: expect.closeTo(0.2, 12),
      interval: [expect.closeTo(0.1, 12), 0.5],
      n: 100,
    })
  })

  it('says what is not known as not known', () => {
    const row = judgeRow(report({ cost: null }))
    expect(row).toMatchObject({
      first: null,
      failed: null,
      kappa: 0.6,
      longerOnShared: 0.5,
      longerByPeople: 0.45,
    })
    expect(judgeRow(report({})).failed).toEqual({ share: 0.1, n: 100 })
  })

  it('is read against how far people agree, where two ever decided the same', () => {
    const ceiling = (decisive: object) => ceilingOf({ betweenVoters: { decisive } } as HumanCeiling)
    expect(ceiling(some(8, 10))).toMatchObject({ share: 0.8, n: 10 })
    expect(ceiling(none)).toBeNull()
  })
})

it('of checks the latest run of those in use is shown, in the order of the board', () => {
  const rate = (contestant: string) => ({
    contestant,
    passed: 1,
    failed: 0,
    notMade: 0,
    share: 1,
    interval: null,
    met: null,
  })
  const run = (n: number, names: string[]) => ({
    run: n,
    startedAt: '',
    sha256: '',
    mustPass: null,
    contestants: names.map(rate),
  })
  const report: ChecksReport = {
    arena: 'a',
    checks: [
      { name: 'polite', active: true, runs: [run(1, ['A']), run(2, ['A', 'B', 'Gone'])] },
      { name: 'old', active: false, runs: [run(1, ['A'])] },
      { name: 'new', active: true, runs: [] },
    ],
  }
  const checks = checksOfNow(report, ['B', 'A'])
  expect(checks.map(({ name, rates }) => [name, rates.map(({ contestant }) => contestant)])).toEqual([
    ['polite', ['B', 'A', 'Gone']],
  ])
})

describe('two against each other', () => {
  const opponents = {
    differences: { estimated: false, others: [{ name: 'B', points: 12 }] } as unknown as Differences,
    met: {
      contestants: ['A', 'B', 'C'],
      pairs: [{ a: 0, b: 1, wins: 3, losses: 1, ties: 0, bothBad: 0, interval: [0.3, 0.95] }],
    } as unknown as HeadToHead,
  }

  it('have a difference where both are rated, and a record where they met', () => {
    expect(duelOf(opponents, 'A', 'B')).toMatchObject({
      difference: { points: 12 },
      met: { wins: 3, share: 0.75 },
    })
    expect(duelOf(opponents, 'A', 'C')).toMatchObject({ difference: null, met: null })
  })
})
