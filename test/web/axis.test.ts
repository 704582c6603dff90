import { describe, expect, it } from 'vitest'
import {
  domainOf,
  footLabels,
  percentOn,
  ticksClearOf,
  ticksOn,
  winsAgainst1000,
} from '../../web/src/charts/scales.ts'
import { rated } from './contestant.ts'

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
