/** Boards that are held together share one error among them, so each gets less than 5 %. */
import { describe, expect, it } from 'vitest'
import { ALPHA } from '../../../shared/stats/intervals/comparison.ts'
import { normalQuantile } from '../../../shared/stats/numbers/distributions.ts'
import { quasiErrors, simultaneousFactor, deviationsOf } from '../../../shared/stats/intervals/spread.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { normal } from '../../../scripts/dev/simulate/field/world.ts'
import { board, options, randomBoard } from './boards.ts'

const duel = (wins: number, losses: number) =>
  board(2, [
    [0, 1, 0, wins],
    [0, 1, 1, losses],
  ])

/** Rounds whose deviations are independent normals. */
function normalRounds(rounds: number, contestants: number) {
  const stream = new RandomStream(3, 0)
  return {
    rounds,
    contestants,
    values: Float64Array.from({ length: rounds * contestants }, () => normal(stream)),
  }
}

describe('the error of a board', () => {
  it('is 5 % by default', () => {
    const votes = randomBoard(14, 6, 900, 60)
    expect(rate(votes, options({ rounds: 200, by: 'unit', alpha: ALPHA }))).toEqual(
      rate(votes, options({ rounds: 200, by: 'unit' })),
    )
  })

  it.each(['one', 'any'] as const)('lengthens only the comparison intervals, for %s', (looks) => {
    const votes = randomBoard(14, 6, 900, 60)
    const [usual, shared] = [ALPHA, ALPHA / 7].map((alpha) =>
      rate(votes, options({ rounds: 400, by: 'unit', looks, alpha })),
    )
    expect(usual.alphaCost).toBeNull()
    const ratios = shared.standings.map(({ theta, marginal, comparison }, i) => {
      const single = usual.standings[i]
      expect({ theta, marginal }).toEqual({ theta: single.theta, marginal: single.marginal })
      return (comparison![1]! - theta!) / (single.comparison![1]! - theta!)
    })
    expect(Math.min(...ratios)).toBeGreaterThan(1.1)
    expect(shared.alphaCost).toBeCloseTo((ratios.sort()[2] + ratios[3]) / 2, 9)
  })

  it('makes k the quantile of the largest ratio, for two normals that of their difference', () => {
    const rounds = normalRounds(200_000, 2)
    const w = quasiErrors(deviationsOf(rounds))
    // w_1 + w_2 is 2, the difference has a deviation of √2
    for (const alpha of [0.04, 0.05 / 7, 0.001]) {
      const k = simultaneousFactor(
        rounds,
        w.map(() => Math.SQRT1_2),
        alpha,
      )
      expect(Math.abs(k / normalQuantile(alpha / 2) - 1)).toBeLessThan(0.02)
    }
  })

  it('is not limited by the number of rounds', () => {
    const rounds = normalRounds(100, 2)
    const w = Float64Array.of(Math.SQRT1_2, Math.SQRT1_2)
    const most = simultaneousFactor(rounds, w, 1 / 101)
    const k = simultaneousFactor(rounds, w, 1e-4)
    expect(k / most).toBeCloseTo(normalQuantile(5e-5) / normalQuantile(0.5 / 101), 9)
  })

  it('is the level of the sign test of two contestants', () => {
    const winner = (alpha: number, looks: 'one' | 'any') =>
      rate(duel(14, 1), options({ rounds: 100, by: 'vote', alpha, looks })).winner
    // p = 2 · 16/2^15 = 0.00098
    expect(winner(0.00098, 'one')).toBe(0)
    expect(winner(0.00097, 'one')).toBeNull()
    // 1 / (2^15 B(15, 2)) = 16 · 15/2^15 = 0.0073
    expect(winner(0.0074, 'any')).toBe(0)
    expect(winner(0.0073, 'any')).toBeNull()
  })

  it('is divided: half of it covers the luck of an unbeaten contestant', () => {
    const winner = (wins: number, alpha: number) =>
      rate(duel(wins, 0), options({ rounds: 100, by: 'vote', alpha })).winner
    expect(winner(6, 0.05)).toBe(0)
    expect(winner(6, 2 / 64 - 1e-9)).toBeNull()
    expect(winner(6, 2 / 64 + 1e-9)).toBe(0)
  })

  it('must be between 0 and 1', () => {
    for (const alpha of [0, 1, -1, Number.NaN])
      expect(() => rate(duel(3, 1), options({ rounds: 10, by: 'vote', alpha }))).toThrow(/alpha/)
  })
})
