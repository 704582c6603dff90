/** How even counts are, against values worked out by hand. */
import { describe, expect, it } from 'vitest'
import { evenness } from '../../../shared/stats/fit/lack-of-fit.ts'

/** Binomial chances summed one by one. */
function chanceOf(from: number, to: number, total: number, p: number): number {
  let term = (1 - p) ** total
  let sum = 0
  for (let count = 0; count <= to; count++) {
    if (count >= from) sum += term
    term *= (((total - count) / (count + 1)) * p) / (1 - p)
  }
  return sum
}

describe('evenness', () => {
  it("equals Pearson's χ²", () => {
    // (4² + 2² + 1² + 1²) / 10
    expect(evenness([14, 8, 9, 9])).toMatchObject({ expected: 10, chiSquare: 2.2, degreesOfFreedom: 3 })
    expect(evenness([5, 5, 5])).toMatchObject({ chiSquare: 0, outside: 0 })
  })

  it('gives the narrowest range of a single count with at most 2.5 % on either side', () => {
    const { low, high } = evenness([25, 25, 25, 25])!
    expect(chanceOf(0, low - 1, 100, 0.25)).toBeLessThanOrEqual(0.025)
    expect(chanceOf(0, low, 100, 0.25)).toBeGreaterThan(0.025)
    expect(chanceOf(high + 1, 100, 100, 0.25)).toBeLessThanOrEqual(0.025)
    expect(chanceOf(high, 100, 100, 0.25)).toBeGreaterThan(0.025)
    expect(evenness([low, high, low - 1, 100 - 2 * low - high + 1])?.outside).toBeGreaterThanOrEqual(1)
  })

  it('is null for one pair, and without a vote', () => {
    expect([evenness([7]), evenness([]), evenness([0, 0])]).toEqual([null, null, null])
  })

  it('includes cells without votes', () => {
    expect(evenness([30, 30, 0])).toMatchObject({ expected: 20, chiSquare: 30, outside: 3 })
  })
})
