import { describe, expect, it } from 'vitest'
import { normalQuantile } from '../../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { TUNED_AT, watchedFactor } from '../../../shared/stats/intervals/intervals.ts'
import { normal } from '../../../scripts/dev/simulate/field/world.ts'
import { options, randomBoard } from './boards.ts'

describe('the boundary for all looks', () => {
  it('is √((1 + 1/r)(ln(1 + r) − 2 ln α)), and wider than that of one look', () => {
    const x = normalQuantile(0.025)
    expect(watchedFactor(x, TUNED_AT)).toBeCloseTo(Math.sqrt(2 * (Math.log(2) - 2 * Math.log(0.05))), 10)
    expect(watchedFactor(x, 10 * TUNED_AT)).toBeCloseTo(
      Math.sqrt(1.1 * (Math.log(11) - 2 * Math.log(0.05))),
      10,
    )
    for (const information of [0.01, 1, 12.5, 400, 1e6])
      for (const look of [1.96, 3, 5]) expect(watchedFactor(look, information)).toBeGreaterThan(look)
    expect(watchedFactor(1.96, 0)).toBe(Infinity)
  })

  it('is ever crossed by a random walk in at most 5 % of lives, while 1.96 is in most', () => {
    let [watched, single] = [0, 0]
    for (let walk = 0; walk < 400; walk++) {
      const stream = new RandomStream(12, walk)
      let [sum, isWatched, isSingle] = [0, false, false]
      for (let vote = 1; vote <= 4000; vote++) {
        sum += normal(stream) / 2
        const information = vote / 4
        const z = Math.abs(sum) / Math.sqrt(information)
        isWatched ||= z > watchedFactor(1.96, information)
        isSingle ||= vote > 20 && z > 1.96
      }
      if (isWatched) watched++
      if (isSingle) single++
    }
    expect(watched / 400).toBeLessThan(0.05 + 2.33 * Math.sqrt((0.05 * 0.95) / 400))
    expect(watched).toBeGreaterThan(0)
    expect(single / 400).toBeGreaterThan(0.4)
  })

  it('lengthens only comparison intervals', () => {
    const votes = randomBoard(14, 6, 900, 60)
    const [one, any] = (['one', 'any'] as const).map((looks) =>
      rate(votes, options({ rounds: 300, by: 'unit', looks })),
    )
    any.standings.forEach(({ theta, marginal, comparison }, i) => {
      const single = one.standings[i]
      expect({ theta, marginal }).toEqual({ theta: single.theta, marginal: single.marginal })
      const ratio = (comparison![1]! - theta!) / (single.comparison![1]! - theta!)
      expect(ratio).toBeGreaterThan(1.2)
      expect(ratio).toBeLessThan(1.8)
    })
    expect(any.k! / one.k!).toBeCloseTo(1, 1)
  })

  it('has an end however far out one look is, where tails are too small for a number', () => {
    // for r → ∞ the boundary is that of one look at tail α: about √(ln(1 + r) + x² + ln(π/2 · x²))
    const [x, r] = [60, 1]
    const far = Math.sqrt((1 + 1 / r) * (Math.log1p(r) + x * x + Math.log((Math.PI / 2) * x * x)))
    expect(watchedFactor(x, r * TUNED_AT)).toBeCloseTo(far, 4)
    for (let look = 30; look < 50; look += 0.5)
      expect(watchedFactor(look + 0.5, 10)).toBeGreaterThan(watchedFactor(look, 10))
  })

  it('gives finite intervals at a small error to a board of three prompts', () => {
    const rated = rate(
      randomBoard(2, 10, 600, 3),
      options({ rounds: 200, by: 'unit', looks: 'any', alpha: 0.01 }),
    )
    expect(rated.looksCost).toBeGreaterThanOrEqual(1)
    const ends = rated.standings.flatMap(({ comparison }) => comparison ?? [])
    expect(ends).toHaveLength(20)
    expect(ends.every(Number.isFinite)).toBe(true)
  })
})
