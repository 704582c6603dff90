import { describe, expect, it } from 'vitest'
import { rate } from '../../../shared/stats/index.ts'
import { board, options } from './boards.ts'

const CLASSIC = { intervals: 'classic' as const, rounds: 2000 }

describe('the usual recipe', () => {
  it('has percentiles of the binomial for two contestants', () => {
    const { standings, k } = rate(
      board(2, [
        [0, 1, 0, 60],
        [0, 1, 1, 40],
      ]),
      options(CLASSIC),
    )
    const logit = (p: number) => Math.log(p / (1 - p)) / 2
    expect(k).toBeNull()
    expect(Math.abs(standings[0].marginal![0] - logit(0.505))).toBeLessThan(0.022)
    expect(Math.abs(standings[0].marginal![1] - logit(0.695))).toBeLessThan(0.022)
    expect(standings[0].comparison).toEqual(standings[0].marginal)
    expect(standings[0].standardError! * 2 * Math.sqrt(100 * 0.6 * 0.4)).toBeCloseTo(1, 1)
  })

  it('resamples votes, even if there are units', () => {
    const rows = (unit: number) =>
      board(2, [
        [0, 1, 0, 60, unit],
        [0, 1, 1, 40, 0],
      ])
    expect(rate(rows(1), options({ ...CLASSIC, by: 'unit' })).standings[0].marginal).toEqual(
      rate(rows(0), options({ ...CLASSIC, by: 'vote' })).standings[0].marginal,
    )
  })

  it('leaves out the rounds in which someone is unbeaten', () => {
    const { standings } = rate(
      board(2, [
        [0, 1, 0, 8],
        [0, 1, 1, 1],
      ]),
      options({ ...CLASSIC, baseline: 1 }),
    )
    const [lower, upper] = standings[0].marginal!
    expect(lower).toBeLessThan(standings[0].theta!)
    expect(upper).toBeCloseTo(Math.log(8) / 2, 10)
    expect(standings[0].againstBaseline!.interval![1]).toBeCloseTo(8 / 9, 10)
  })

  it('declares by the overlap of its own intervals, and names no front-runner', () => {
    const clear = rate(
      board(2, [
        [0, 1, 0, 80],
        [0, 1, 1, 20],
      ]),
      options(CLASSIC),
    )
    expect(clear).toMatchObject({ winner: 0, frontRunner: null })
    const close = rate(
      board(2, [
        [0, 1, 0, 51],
        [0, 1, 1, 49],
      ]),
      options(CLASSIC),
    )
    expect(close).toMatchObject({ winner: null, deadHeatForFirst: [0, 1] })
  })
})
