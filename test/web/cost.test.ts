import { describe, expect, it } from 'vitest'
import type { Board } from '../../shared/contracts/board.ts'
import { axisFor, spotsOf } from '../../web/src/charts/cost-plot.ts'
import { cheapestInDeadHeat, COST, TIME } from '../../web/src/pages/leaderboard/cheaper-in-dead-heat.ts'
import { rated } from './contestant.ts'

const boardOf = (contestants: Board['contestants'], more: Partial<Board> = {}) =>
  ({ winner: null, deadHeatForFirst: contestants.map(({ name }) => name), contestants, ...more }) as Board

describe('the note on the cost of a dead heat', () => {
  const warm = rated('Warm', 1090, { costUsd: 0.5 })
  const terse = rated('Terse', 1050, { costUsd: 0.3, latencyMs: 800 })
  const base = rated('Base', 1040, { costUsd: 0.4 })

  it('names the cheapest contestant in it beside the highest rated', () => {
    expect(cheapestInDeadHeat(boardOf([warm, terse, base]), COST)).toEqual({
      name: 'Terse',
      than: 'Warm',
      less: expect.closeTo(0.4, 12),
    })
  })

  it('leaves out contestants outside it and retired ones, and is absent if there is a leader', () => {
    const outside = { deadHeatForFirst: ['Warm', 'Base'] }
    expect(cheapestInDeadHeat(boardOf([warm, terse, base], outside), COST)).toMatchObject({ name: 'Base' })
    expect(cheapestInDeadHeat(boardOf([warm, { ...terse, retired: true }]), COST)).toBeNull()
    expect(
      cheapestInDeadHeat(boardOf([warm, terse], { winner: 'Warm', deadHeatForFirst: [] }), COST),
    ).toBeNull()
  })

  it('is absent if a cost is unknown, costs hardly differ, or the highest rated is the cheapest', () => {
    expect(cheapestInDeadHeat(boardOf([warm, rated('Other', 1000)]), COST)).toBeNull()
    expect(cheapestInDeadHeat(boardOf([warm, rated('Other', 1000, { costUsd: 0.49 })]), COST)).toBeNull()
    expect(cheapestInDeadHeat(boardOf([terse, { ...warm, rating: 1000 }]), COST)).toBeNull()
    expect(cheapestInDeadHeat(boardOf([warm, terse]), TIME)).toBeNull()
  })

  it('can name a cost of zero', () => {
    expect(cheapestInDeadHeat(boardOf([warm, rated('Own', 1000, { costUsd: 0 })]), COST)).toMatchObject({
      less: 1,
    })
  })
})

describe('the axis of costs', () => {
  it('is linear from 0, and starts higher only if all costs are close together', () => {
    const axis = axisFor([0.2, 0.5])
    expect(axis.isLog).toBe(false)
    expect(axis.ticks[0]).toBe(0)
    expect(axis.percent(0.5)).toBeCloseTo(94, 9)
    expect(axisFor([0.45, 0.5]).ticks[0]).toBeGreaterThan(0.4)
  })

  it('is logarithmic if costs are far apart, unless one is zero', () => {
    const axis = axisFor([0.01, 30])
    expect(axis.isLog).toBe(true)
    expect(axis.percent(0.1) - axis.percent(0.01)).toBeCloseTo(axis.percent(10) - axis.percent(1), 9)
    expect(axis.ticks.every((tick) => /^[125]e/.test(tick.toExponential()))).toBe(true)
    expect(axisFor([0, 30]).isLog).toBe(false)
  })

  it('is drawn even if all costs are equal or zero', () => {
    for (const values of [[0.3], [0], [0.3, 0.3]])
      expect(values.map(axisFor(values).percent).every((x) => x >= 0 && x <= 100)).toBe(true)
  })
})

describe('names on the plot', () => {
  const axis = axisFor([1, 2])
  const height = (rating: number) => 100 - (rating - 900) / 2
  const labels = (...contestants: ReturnType<typeof rated>[]) =>
    spotsOf(contestants, ({ costUsd }) => costUsd, axis, height, 'wide').map(({ label }) => label)

  it('are right of their dots, or left at the edge, and never cover another name', () => {
    expect(labels(rated('A', 1000, { costUsd: 1 }))).toEqual(['right'])
    expect(labels(rated('A-rather-long-name', 1000, { costUsd: 2 }))).toEqual(['left'])
    const here = { costUsd: 1.5 }
    expect(labels(rated('A', 1000, here), rated('B', 1000, here), rated('C', 1000, here))).toEqual([
      'right',
      'left',
      null,
    ])
    expect(labels(rated('A', 1000, here), rated('B', 1000, { costUsd: 1.52 }))).toEqual(['left', 'right'])
  })

  it('may cross the whisker of another contestant, but never its end', () => {
    const here = (name: string, low: number, high: number, costUsd: number) =>
      rated(name, (low + high) / 2, { costUsd, comparison: [low, high], marginal: [low, high] })
    const middle = rated('Held', 1000, { costUsd: 1.5 })
    const beside = (low: number, high: number) => [
      here('L', low, high, 1.46),
      here('R', low, high, 1.54),
      middle,
    ]
    expect(labels(...beside(960, 1160))[2]).toBe('right')
    expect(labels(...beside(1000, 1160))[2]).toBeNull()
  })

  it('are left out for contestants of unknown cost', () => {
    expect(labels(rated('A', 1000), rated('B', 1000, { costUsd: 1 }))).toHaveLength(1)
  })
})
