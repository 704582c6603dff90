import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binomialTail, normalQuantile, signTest } from '../../../shared/stats/numbers/distributions.ts'
import { planVotes } from '../../../shared/stats/plan/plan.ts'
import { tableOf } from '../../support/cases.ts'

/** P(W ≥ wins) for wins = 0 … total, with p in hundredths, by whole numbers alone. */
function exactTails(total: number, hundredths: number): number[] {
  const [p, q] = [BigInt(hundredths), BigInt(100 - hundredths)]
  let choose = 1n
  const terms = Array.from({ length: total + 1 }, (_, k) => {
    if (k > 0) choose = (choose * BigInt(total - k + 1)) / BigInt(k)
    return choose * p ** BigInt(k) * q ** BigInt(total - k)
  })
  const whole = 100n ** BigInt(total)
  let sum = 0n
  return terms
    .reverse()
    .map((term) => Number(((sum += term) * 10n ** 18n) / whole) / 1e18)
    .reverse()
}

const QUANTILES = tableOf(`0.5 0 / 0.2 0.8416212335729143 / 0.1 1.2815515655446004 / 0.025 1.959963984540054
  / 0.005 2.5758293035489004 / 1e-9 5.9978070150076865 / 0.975 -1.959963984540054`) as [number, number][]

it.each(QUANTILES)('the normal quantile of %d is %d', (tail, expected) =>
  expect(normalQuantile(tail)).toBeCloseTo(expected, 12),
)

describe('the binomial tail', () => {
  it('equals a computation in whole numbers', () => {
    const counts = fc.integer({ min: 0, max: 80 })
    fc.assert(
      fc.property(counts, counts, fc.integer({ min: 1, max: 99 }), (wins, total, hundredths) => {
        const tail = exactTails(total, hundredths)[wins] ?? 0
        expect(binomialTail(wins, total, hundredths / 100)).toBeCloseTo(tail, 12)
      }),
      { numRuns: 300 },
    )
  })

  it('is 0 and 1 at its ends', () => {
    expect([binomialTail(0, 5, 0.3), binomialTail(6, 5, 0.3)]).toEqual([1, 0])
    expect([binomialTail(2, 5, 0), binomialTail(2, 5, 1)]).toEqual([0, 1])
    expect(binomialTail(500_000, 1_000_000, 0.5)).toBeCloseTo(0.5 + 0.000398942, 8)
  })

  it('gives the sign test', () => {
    expect(signTest(15, 5)).toBeCloseTo(0.04138946533203125, 12)
    expect(signTest(5, 15)).toBe(signTest(15, 5))
    expect([signTest(7, 7), signTest(0, 0)]).toEqual([1, 1])
  })
})

describe('a plan', () => {
  it.each(
    tableOf('0.55 385 783 / 0.6 97 194 / 0.75 16 29 / 0.52 2401 4904 / 1 4 4') as [number, number, number][],
  )('for a win rate of %d needs %d and %d votes', (winRate, significance, power) => {
    expect(planVotes(winRate)).toMatchObject({
      winRate,
      alpha: 0.05,
      power: 0.8,
      votesForSignificance: significance,
      votesForPower: power,
    })
  })

  it.each([60, 65, 70, 80, 90])('for %i %% has the exact numbers found by trying all', (hundredths) => {
    const boards = Array.from({ length: 260 }, (_, i) => {
      const [fair, tails] = [exactTails(i + 1, 50), exactTails(i + 1, hundredths)]
      const least = fair.findIndex((tail) => 2 * tail <= 0.05)
      const needed = least < 0 ? i + 2 : least
      const other = exactTails(i + 1, 100 - hundredths)
      return { votes: i + 1, needed, power: (tails[needed] ?? 0) + (other[needed] ?? 0) }
    })
    const { exactVotesForPower, exactVotesForSignificance } = planVotes(hundredths / 100)
    expect(exactVotesForPower).toBe(boards.findLast(({ power }) => power < 0.8)!.votes + 1)
    expect(exactVotesForSignificance).toBe(
      boards.findLast(({ votes, needed }) => Math.ceil((votes * hundredths) / 100) < needed)!.votes + 1,
    )
  })

  it('needs six wins in a row, as the sign test does', () => {
    expect(planVotes(1)).toMatchObject({ exactVotesForSignificance: 6, exactVotesForPower: 6 })
  })

  it('has no exact number for millions of votes, and refuses invalid arguments', () => {
    expect(planVotes(0.5001)).toMatchObject({ exactVotesForSignificance: null, exactVotesForPower: null })
    for (const args of [[0.5], [1.1], [NaN], [0.6, 0], [0.6, 0.05, 1]] as const)
      expect(() => planVotes(...(args as [number]))).toThrow(RangeError)
  })
})
