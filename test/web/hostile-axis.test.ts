import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisOf, whiskers } from '../../server/leaderboard/render/text.ts'
import { MOST_TICKS, ratingExtent, ticksWithin } from '../../shared/rating-axis/index.ts'
import { domainOf, percentOn, ticksOn } from '../../web/src/charts/scales.ts'
import { axisFor } from '../../web/src/charts/cost-plot.ts'
import { ratingHistories, rangeOf, roundRatings } from '../../web/src/charts/rating-history.ts'
import { isRated } from '../../web/src/charts/span.ts'
import { rated } from './contestant.ts'
import { hostileBoards } from '../support/hostile-board.ts'

it('has at most nine ticks, each once and inside, for any board', () => {
  fc.assert(
    fc.property(hostileBoards, ({ contestants }) => {
      const domain = domainOf(contestants.filter(isRated))
      expect(domain.every(Number.isFinite)).toBe(true)
      expect(domain[1]).toBeGreaterThan(domain[0])
      for (const ticks of [ticksOn(domain), ticksWithin(domain)]) {
        expect(ticks.length).toBeLessThanOrEqual(MOST_TICKS)
        expect(ticks.length).toBeGreaterThan(0)
        expect(new Set(ticks).size).toBe(ticks.length)
        const places = ticks.map(percentOn(domain))
        for (const place of places) expect(place >= 0 && place <= 100).toBe(true)
      }
    }),
  )
})

it('holds every rating that is shown, and reaches at most 1,000 points beyond them', () => {
  fc.assert(
    fc.property(hostileBoards, ({ contestants }) => {
      const shown = contestants.filter(isRated)
      const extent = ratingExtent(shown)
      expect(extent === null).toBe(shown.length === 0)
      if (shown.length === 0) return
      const ratings = shown.map(({ rating }) => rating)
      const [lowest, highest] = [Math.min(...ratings), Math.max(...ratings)]
      expect(extent![0]).toBeLessThanOrEqual(lowest)
      expect(extent![0]).toBeGreaterThanOrEqual(lowest - 1000.001)
      expect(extent![1]).toBeGreaterThanOrEqual(highest)
      expect(extent![1]).toBeLessThanOrEqual(highest + 1000.001)
    }),
  )
})

it('has at most nine ticks for what an answer takes, and five for ratings over time', () => {
  const cost = fc.double({ min: 0, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(cost, { minLength: 1, maxLength: 300 }), (values) => {
      expect(axisFor(values).ticks.length).toBeLessThanOrEqual(MOST_TICKS)
    }),
    { examples: [[[4e-323, 5e-324]], [[1e9, 5e-324]]] },
  )
  fc.assert(
    fc.property(hostileBoards, ({ contestants }) => {
      const ratings = contestants.map(({ name, rating, comparison }) => ({
        name,
        rating: rating!,
        low: comparison![0],
        high: comparison![1],
      }))
      const histories = ratingHistories({ points: [{ at: '2026-03-01T12:00:00Z', ratings }] } as never)
      expect(roundRatings(rangeOf([...histories.values()], [])).length).toBeLessThanOrEqual(5)
    }),
  )
})

it('draws an arrow in the terminal where an interval goes on beyond the axis', () => {
  const contestants = [
    rated('A', 1050, { comparison: [null, 1150] }),
    rated('B', 1000, { comparison: [950, null] }),
    rated('C', 980, { comparison: [940, 1020] }),
  ]
  const axis = { ...axisOf({ contestants } as never, 40)!, line: null }
  const plots = contestants.map((one) => whiskers(one, axis).trim())
  expect(plots[0]).toMatch(/^←─.*[^→]$/)
  expect(plots[1]).toMatch(/^[^←].*─→$/)
  expect(plots[2]).not.toMatch(/[←→]/)
})
