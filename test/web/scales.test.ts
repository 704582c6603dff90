/** The axes of charts, also where values say next to nothing. */
import { describe, expect, it } from 'vitest'
import { percentScale } from '../../web/src/charts/scales.ts'
import { rated } from './contestant.ts'
import fc from 'fast-check'
import { MAX_TICKS } from '../../shared/finish/ticks.ts'
import { createAxis, placeSpots } from '../../web/src/charts/cost-plot.ts'

describe('an axis', () => {
  it('places values in percent of its width', () => {
    const percent = percentScale([800, 1200])
    expect([percent(800), percent(1100), percent(1300)]).toEqual([0, 75, 125])
  })

  it('has at most nine ticks for what an answer takes', () => {
    const cost = fc.double({ min: 0, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(fc.array(cost, { minLength: 1, maxLength: 300 }), (values) => {
        expect(createAxis(values).ticks.length).toBeLessThanOrEqual(MAX_TICKS)
      }),
      { examples: [[[4e-323, 5e-324]], [[1e9, 5e-324]]] },
    )
  })
})

describe('cost and time', () => {
  describe('the axis of costs', () => {
    it('is linear from 0, and starts higher only if all costs are close together', () => {
      const axis = createAxis([0.2, 0.5])
      expect(axis.isLog).toBe(false)
      expect(axis.ticks[0]).toBe(0)
      expect(axis.percent(0.5)).toBeCloseTo(94, 9)
      expect(createAxis([0.45, 0.5]).ticks[0]).toBeGreaterThan(0.4)
    })

    it('is logarithmic if costs are far apart, unless one is zero', () => {
      const axis = createAxis([0.01, 30])
      expect(axis.isLog).toBe(true)
      expect(axis.percent(0.1) - axis.percent(0.01)).toBeCloseTo(axis.percent(10) - axis.percent(1), 9)
      expect(axis.ticks.every((tick) => /^[125]e/.test(tick.toExponential()))).toBe(true)
      expect(createAxis([0, 30]).isLog).toBe(false)
    })

    it('is drawn even if all costs are equal or zero', () => {
      for (const values of [[0.3], [0], [0.3, 0.3]])
        expect(values.map(createAxis(values).percent).every((x) => x >= 0 && x <= 100)).toBe(true)
    })
  })

  describe('names on the plot', () => {
    const axis = createAxis([1, 2])
    const height = (rating: number) => 100 - (rating - 900) / 2
    const labels = (...contestants: ReturnType<typeof rated>[]) =>
      placeSpots(contestants, ({ costUsd }) => costUsd, axis, height, 'wide').map(({ label }) => label)

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

    it('may cross the bar of another contestant, but never its end', () => {
      const here = (name: string, low: number, high: number, costUsd: number) =>
        rated(name, (low + high) / 2, { costUsd, interval: [low, high] })
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
})
