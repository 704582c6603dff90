/** The axes that rows and charts share, also of boards on which ratings say next to nothing. */
import { describe, expect, it } from 'vitest'
import {
  domainOf,
  footLabels,
  percentOn,
  ticksClearOf,
  ticksOn,
  winsAgainst1000,
  isRated,
} from '../../web/src/charts/scales.ts'
import { rated } from './contestant.ts'
import fc from 'fast-check'
import { axisOf, whiskers } from '../../server/leaderboard/render/text.ts'
import { MOST_TICKS, ratingExtent, ticksWithin } from '../../shared/rating-axis/index.ts'
import { axisFor, spotsOf } from '../../web/src/charts/cost-plot.ts'
import { ratingHistories, rangeOf, roundRatings } from '../../web/src/charts/rating-history.ts'
import { hostileBoards } from '../support/hostile-board.ts'
import type { Board } from '../../shared/contracts/board.ts'
import { cheapestInDeadHeat, COST, TIME } from '../../web/src/pages/leaderboard/cheaper-in-dead-heat.ts'

describe('the axis', () => {
  describe('the shared axis', () => {
    it('holds every comparison end, with 2.5 % to spare on each side', () => {
      const [low, high] = domainOf([
        rated('A', 1100, { comparison: [1000, 1200] }),
        rated('B', 900, { comparison: [800, 1000] }),
      ])
      expect(low).toBeCloseTo(790)
      expect(high).toBeCloseTo(1210)
    })

    it('is not stretched by open ends, nor by the comparison interval of a retired contestant', () => {
      const open = rated('A', 1100, { comparison: [1000, null] })
      const retired = rated('B', 900, { comparison: [100, 1000], marginal: [880, 920], retired: true })
      const [low, high] = domainOf([open, retired])
      expect(low).toBeCloseTo(880 - 0.025 * 240)
      expect(high).toBeCloseTo(1120 + 0.025 * 240)
    })

    it('has a width even for one contestant without an interval, and for none', () => {
      const [low, high] = domainOf([rated('A', 1000, { marginal: null, comparison: null })])
      expect([low, high]).toEqual([950, 1050])
      expect(domainOf([])).toEqual([900, 1100])
    })

    it('places ratings in percent of its width', () => {
      const percent = percentOn([800, 1200])
      expect([percent(800), percent(1100), percent(1300)]).toEqual([0, 75, 125])
    })
  })

  describe('ticks', () => {
    it.each([
      [
        [838, 1141],
        [850, 900, 950, 1000, 1050, 1100],
      ],
      [
        [790, 1210],
        [800, 900, 1000, 1100, 1200],
      ],
      [
        [985, 1012],
        [985, 990, 995, 1000, 1005, 1010],
      ],
      [
        [-400, 2600],
        [0, 500, 1000, 1500, 2000, 2500],
      ],
    ] as const)('in %j stand at %j', ([low, high], expected) => {
      expect(ticksOn([low, high])).toEqual(expected)
    })

    it('give way to the label of the line, and only those that would touch it', () => {
      const domain = [800, 1200] as const
      expect(ticksClearOf([900, 1000, 1100], 1015, 5, domain)).toEqual([900, 1100])
      expect(ticksClearOf([900, 1000, 1100], 1025, 5, domain)).toEqual([900, 1000, 1100])
      expect(ticksClearOf([900, 1000, 1100], null, 5, domain)).toEqual([900, 1000, 1100])
    })
  })

  it('says how often a rating wins against 1000: even at 1000, ten to one 400 points above', () => {
    expect(winsAgainst1000(1000)).toBe(0.5)
    expect(winsAgainst1000(1400)).toBeCloseTo(10 / 11, 12)
    expect(winsAgainst1000(1100) + winsAgainst1000(900)).toBeCloseTo(1, 12)
  })

  it('prints no share twice at its foot, and never 0 or 100 % of contestants', () => {
    const labelTexts = (ticks: number[]) =>
      footLabels(ticks).map((label) => label?.replaceAll('\u00a0', ' ') ?? '')
    expect(labelTexts([900, 1000, 1100])).toEqual(['36 %', '50 %', '64 %'])
    expect(labelTexts([-1000, 0, 500, 1000, 1500, 2000, 3000])).toEqual([
      '',
      '< 1 %',
      '5 %',
      '50 %',
      '95 %',
      '> 99 %',
      '',
    ])
    expect(labelTexts([1000, 1001])).toEqual(['50 %', ''])
    expect(labelTexts([2000, 2500])).toEqual(['> 99 %', ''])
  })
})

describe('an axis of any board', () => {
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
})

describe('cost and time', () => {
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
})
