/** Fisher's exact test against counting all ways by hand, and published figures. */
import { describe, expect, it } from 'vitest'
import { fisherExact } from '../../../shared/stats/numbers/distributions.ts'

const p = (a: number, b: number, c: number, d: number) =>
  fisherExact({ wins: a, losses: b }, { wins: c, losses: d })

/** Every way to deal the wins to the votes, one by one. */
function counted(a: number, b: number, c: number, d: number): number {
  const [size, total, wins] = [a + b, a + b + c + d, a + c]
  const ways = new Map<number, number>()
  for (let bits = 0; bits < 2 ** total; bits++) {
    const dealt = [...bits.toString(2).padStart(total, '0')].map(Number)
    if (dealt.reduce((sum, one) => sum + one, 0) !== wins) continue
    const own = dealt.slice(0, size).reduce((sum, one) => sum + one, 0)
    ways.set(own, (ways.get(own) ?? 0) + 1)
  }
  const all = [...ways.values()].reduce((sum, one) => sum + one, 0)
  return [...ways.values()].filter((one) => one <= ways.get(a)!).reduce((sum, one) => sum + one, 0) / all
}

describe('Fisher’s exact test', () => {
  it('gives the published p of the tea experiment of 1935: 3 and 1 against 1 and 3', () => {
    expect(p(3, 1, 1, 3)).toBeCloseTo(34 / 70, 12)
    expect(p(4, 0, 0, 4)).toBeCloseTo(2 / 70, 12)
  })

  it.each([
    [1, 0, 5, 6],
    [3, 0, 2, 7],
    [2, 3, 4, 3],
    [0, 4, 6, 2],
    [5, 1, 1, 5],
  ])('equals a count of all tables for %i–%i against %i–%i', (...table) => {
    expect(p(...table)).toBeCloseTo(counted(...table), 10)
  })

  it('is 1 without votes', () => {
    expect(p(0, 0, 3, 4)).toBe(1)
    expect(p(3, 4, 0, 0)).toBe(1)
    expect(p(3, 0, 4, 0)).toBeCloseTo(1, 12)
  })

  it('is symmetric in wins and losses, and in the two samples', () => {
    expect(p(40, 60, 300, 200)).toBeCloseTo(p(60, 40, 200, 300), 12)
    expect(p(40, 60, 300, 200)).toBeCloseTo(p(300, 200, 40, 60), 12)
    expect(p(40, 60, 300, 200)).toBeLessThan(0.001)
  })
})
