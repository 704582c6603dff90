import { describe, expect, it } from 'vitest'
import { pairCorrelation, type PairCell } from '../../../shared/stats/fit/lack-of-fit.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** Each unit copies one coin for a share ρ^½ of its votes, so that two of its votes correlate by ρ. */
function drawnCells(
  rho: number,
  pairs: number,
  units: number,
  sizes: readonly number[],
  seed: number,
): PairCell[] {
  const stream = new RandomStream(seed, 1)
  return Array.from({ length: pairs }, (_, pair) => {
    const rate = 0.3 + (0.4 * pair) / Math.max(1, pairs - 1)
    return Array.from({ length: units }, (_unused, unit) => {
      const common = stream.uniform() < rate
      const votes = Array.from({ length: sizes[unit % sizes.length] }, () =>
        stream.uniform() < Math.sqrt(rho) ? common : stream.uniform() < rate,
      )
      const wins = votes.filter(Boolean).length
      return { pair, unit, wins, losses: votes.length - wins }
    })
  }).flat()
}

describe('pairCorrelation', () => {
  it.each([
    [0, [4]],
    [0.2, [2]],
    [0.2, [1, 2, 9]],
    [0.6, [3, 12]],
  ])('finds ρ = %s in units of %j votes, with an error that fits', (rho, sizes) => {
    const boards = Array.from({ length: 60 }, (_, seed) =>
      pairCorrelation(drawnCells(rho, 6, 40, sizes, seed))!,
    )
    const mean = boards.reduce((sum, { correlation }) => sum + correlation, 0) / boards.length
    const scatter = Math.sqrt(
      boards.reduce((sum, { correlation }) => sum + (correlation - mean) ** 2, 0) / (boards.length - 1),
    )
    const error = boards.reduce((sum, board) => sum + board.error, 0) / boards.length
    // cut off at 0, half of the boards are too high if nothing correlates
    expect(Math.abs(mean - rho)).toBeLessThan(rho === 0 ? error : (4 * scatter) / Math.sqrt(boards.length))
    expect(scatter / error).toBeGreaterThan(rho === 0 ? 0.3 : 0.5)
    expect(scatter / error).toBeLessThan(2)
  })

  it('follows the published formula: two units of two, all votes of each alike, are fully correlated', () => {
    const alike = Array.from({ length: 20 }, (_, unit) => ({
      pair: 'a',
      unit,
      wins: 2 * (unit % 2),
      losses: 2 - 2 * (unit % 2),
    }))
    expect(pairCorrelation(alike)!.correlation).toBe(1)
  })

  it('says nothing of few units, of single votes, and of votes that all agree', () => {
    expect(pairCorrelation([])).toBeNull()
    expect(pairCorrelation(drawnCells(0.5, 1, 8, [5], 1))).toBeNull()
    expect(pairCorrelation(drawnCells(0.5, 3, 40, [1], 1))).toBeNull()
    expect(
      pairCorrelation(Array.from({ length: 40 }, (_, unit) => ({ pair: 1, unit, wins: 3, losses: 0 }))),
    ).toBeNull()
    expect(() => pairCorrelation([{ pair: 1, unit: 1, wins: -1, losses: 2 }])).toThrow(RangeError)
  })
})
