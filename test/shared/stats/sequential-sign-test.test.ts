/** Two contestants at every look: the sign test that holds at all of them. */
import { describe, expect, it } from 'vitest'
import { sequentialSignTest } from '../../../shared/stats/numbers/distributions.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/tally.ts'
import type { Rated } from '../../../shared/stats/declare/declare.ts'
import { ratedBy } from './single-votes.ts'

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)

const winnerOf = (outcomes: ArrayLike<number>, looks: 'one' | 'any') => ratedBy(outcomes, looks).winner

const record = (wins: number, losses: number) =>
  Array.from({ length: wins + losses }, (_, vote) => (vote < losses ? RIGHT : LEFT))

describe('the sign test for all looks', () => {
  it('is 1 over 2^n B(w + 1, l + 1), whose mean under a fair coin is 1', () => {
    expect(sequentialSignTest(8, 0)).toBeCloseTo(9 / 256, 12)
    expect(sequentialSignTest(0, 8)).toBeCloseTo(9 / 256, 12)
    expect(sequentialSignTest(5, 5)).toBe(1)
    for (const n of [1, 6, 15]) {
      const mean = Array.from({ length: n + 1 }, (_, w) => w).reduce((sum, w) => {
        // 2^n B(w + 1, l + 1) = 2^n / ((n + 1) C(n, w)); the test itself is cut at 1
        const ratio = 2 ** n / ((n + 1) * choose(n, w))
        if (ratio > 1) expect(1 / sequentialSignTest(w, n - w)).toBeCloseTo(ratio, 6)
        return sum + (choose(n, w) / 2 ** n) * ratio
      }, 0)
      expect(mean).toBeCloseTo(1, 12)
    }
  })

  it.each([
    [196, 2, true, true],
    [14, 1, true, true],
    [8, 0, true, true],
    [6, 0, true, false],
    [9, 1, true, false],
    [3, 2, false, false],
  ])('%i : %i has a winner: at one look %s, at all looks %s', (wins, losses, atOne, atAll) => {
    expect(winnerOf(record(wins, losses), 'one')).toBe(atOne ? 0 : null)
    expect(winnerOf(record(wins, losses), 'any')).toBe(atAll ? 0 : null)
  })

  it.each([
    [96, 4, true],
    [14, 1, true],
    [9, 1, true],
    [3, 2, false],
    [55, 45, false],
    [900, 830, false],
  ])('at %i : %i the cost of looks is left out if the sign test decides: %s', (wins, losses, isBySigns) => {
    const [one, any] = (['one', 'any'] as const).map((looks) => ratedBy(record(wins, losses), looks))
    const lengthOf = ({ standings: [{ comparison }] }: Rated) => comparison![1]! - comparison![0]!
    if (isBySigns) expect(any.looksCost).toBeNull()
    else expect(any.looksCost).toBeCloseTo(lengthOf(any) / lengthOf(one), 9)
  })
})
