import { describe, expect, it } from 'vitest'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { runToRun } from '../../../shared/stats/judges/agreement.ts'

describe('the repeatability of scores', () => {
  it('equals a computation by hand for a small table', () => {
    // sums of squares within: 0, 2/3, 1/2; degrees of freedom 2, 2, 1
    const summary = runToRun([[1, 1, 1], [0, 1, 0], [0.5, 1], [0.5]])
    expect(summary.examined).toBe(3)
    expect(summary.unanimous).toBe(1)
    expect(summary.within).toBeCloseTo((2 / 3 + 1 / 8) / 5, 12)
    expect(summary.again).toMatchObject({ shared: 5, agreed: 3 })
    const all = [1, 1, 1, 0, 1, 0, 0.5, 1]
    const mean = 5.5 / 8
    expect(summary.total).toBeCloseTo(all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 7, 12)
    expect(summary.ownShare).toBeCloseTo(summary.within / summary.total, 12)
  })

  it('is null if nothing was rated twice, or if nothing varies', () => {
    expect(runToRun([[1], [0]])).toMatchObject({ examined: 0, within: 0, ownShare: null })
    expect(
      runToRun([
        [1, 1],
        [1, 1],
      ]),
    ).toMatchObject({ unanimous: 2, within: 0, total: 0, ownShare: null })
    expect(
      runToRun([
        [1, 1],
        [0, 0],
      ]),
    ).toMatchObject({ within: 0, ownShare: 0 })
  })

  it('predicts how far a win rate changes from run to run', () => {
    const stream = new RandomStream(7, 0)
    const leanings = Array.from({ length: 50 }, () => stream.uniform())
    const ask = () => leanings.map((p): number => (stream.uniform() < p ? 1 : 0))
    const runs = Array.from({ length: 200 }, ask)
    const { within } = runToRun(leanings.map((_, i) => runs.map((run) => run[i])))
    const rates = runs.map((run) => run.reduce((sum, score) => sum + score, 0) / 50)
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / 200
    const moved = Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / 199)
    // a standard deviation from 200 runs is known to 1/√398, 5 %: four of these
    expect(Math.abs(moved / Math.sqrt(within / 50) - 1)).toBeLessThan(0.2)
  })
})
