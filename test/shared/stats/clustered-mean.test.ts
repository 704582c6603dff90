import { describe, expect, it } from 'vitest'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'
import { evidenceOf } from '../../../shared/stats/fit/evidence.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { tally } from '../../../shared/stats/fit/tally.ts'
import { watchedMean } from '../../../shared/stats/looks/watched-mean.ts'

/** So many votes on unequal prompts by unequal voters: numbers near 0 come most often. */
function drawn(seed: number, votes: number, units = 20) {
  const stream = new RandomStream(seed, 1)
  const skewed = () => Math.floor(units * stream.uniform() ** 3)
  return {
    score: Array.from({ length: votes }, () => Math.floor(3 * stream.uniform()) / 2),
    unit: Array.from({ length: votes }, skewed),
    crossed: Array.from({ length: votes }, skewed),
  }
}

describe('a mean over unequal units', () => {
  it('counts as many equal units as a board of the same two contestants', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { score, unit } = drawn(seed, 200)
      const columns = {
        contestants: 2,
        units: 20,
        left: new Int32Array(score.length),
        right: new Int32Array(score.length).fill(1),
        outcome: Uint8Array.from(score, (one) => (one === 1 ? 0 : one === 0 ? 1 : 2)),
        unit: Int32Array.from(unit),
      }
      const counted = tally(columns, 'unit', 'half')
      const selection = among(counted, Int32Array.of(0, 1))
      const board = evidenceOf(counted, selection, fit(selection.points).theta)
      const { effective, unbiased, units } = clusteredMean(score, unit)!
      expect(units).toBe(board.units[0])
      expect(effective).toBeCloseTo(board.effective[0], 9)
      expect(unbiased).toBeCloseTo(board.unbiased[0], 6)
      expect(effective).toBeLessThan(0.7 * units)
    }
  })

  it('with two kinds of units has V + V − V of single votes, and never less than the larger one', () => {
    for (let seed = 0; seed < 40; seed++) {
      const { score, unit, crossed } = drawn(seed, 300)
      const squared = (by: ArrayLike<number>) => clusteredMean(score, by)!.standardError! ** 2
      const [own, other, single] = [squared(unit), squared(crossed), squared([...score.keys()])]
      const both = clusteredMean(score, unit, 1.96, crossed)!
      expect(both.standardError! ** 2).toBeCloseTo(Math.max(own, other, own + other - single), 12)
      const each = [unit, crossed].map((by) => clusteredMean(score, by)!.effective)
      expect(both.effective).toBeGreaterThanOrEqual(Math.min(...each))
      expect(both.effective).toBeLessThanOrEqual(Math.max(...each))
    }
  })

  it('has an interval that excludes ½ exactly if p is at most alpha', () => {
    let out = 0
    for (let seed = 0; seed < 100; seed++) {
      const { score, unit, crossed } = drawn(seed, 30)
      const { interval, p } = headToHead(score, unit, 0.5, seed % 2 ? crossed : null)!
      const isOut = interval[0] > 0.5 || interval[1] < 0.5
      expect([seed, p <= 0.5]).toEqual([seed, isOut])
      out += Number(isOut)
    }
    expect(out).toBeGreaterThan(3)
  })
})

describe('two contestants watched vote by vote', () => {
  it('give the same result at each look as a new count of the votes so far', () => {
    const { score, unit, crossed } = drawn(4, 400, 200)
    const won = score.map((one, at) => (at % 9 ? 1 : one))
    const mean = watchedMean(won, unit, 0.05, crossed)
    expect(mean.decidedFor).toBe('own')
    const until = mean.votesToDecide!
    const before = until - 1
    expect(watchedMean(won.slice(0, until), unit, 0.05, crossed).decidedFor).toBe('own')
    expect(watchedMean(won.slice(0, before), unit, 0.05, crossed).decidedFor).toBeNull()
    const mirror = watchedMean(
      won.map((one) => 1 - one),
      unit,
      0.05,
      crossed,
    )
    expect(mirror.decidedFor).toBe('other')
    expect(mirror.interval![0]).toBeCloseTo(1 - mean.interval![1], 12)
  })

  it('are separated by wins alone after some prompts, but never if there are few', () => {
    const alone = watchedMean(new Float64Array(40).fill(1), [...Array(40).keys()])
    expect(alone.decidedAfter).toBeGreaterThan(11)
    expect(alone.decidedAfter).toBeLessThan(30)
    const [units, votes] = [9, 900]
    const few = watchedMean(
      new Float64Array(votes).fill(1),
      Array.from({ length: votes }, (_, at) => at % units),
    )
    expect(few).toMatchObject({ decidedFor: null, moreVotesToDecide: expect.any(Number) as number })
    expect(watchedMean([], [])).toMatchObject({ batches: 0, mean: 0.5, interval: [0, 1], decidedFor: null })
  })

  it('with few votes are separated at a small alpha no more often than it allows', () => {
    // of equals on prompts of their own, n wins in a row have the chance 2^(1 − n)
    for (const alpha of [0.2, 0.05, 0.005, 0.0001]) {
      const { decidedAfter } = watchedMean(new Float64Array(200).fill(1), [...Array(200).keys()], alpha)
      expect(2 ** (1 - decidedAfter!)).toBeLessThan(alpha)
    }
  })

  it('are separated after the predicted number of votes', () => {
    const score = Array.from({ length: 100 }, (_, at) => (at % 5 < 3 ? 1 : 0))
    const { moreVotesToDecide, decidedFor } = watchedMean(score, [...score.keys()])
    expect(decidedFor).toBeNull()
    const after = 100 + moreVotesToDecide!
    const longer = Array.from({ length: after + 30 }, (_, at) => (at % 5 < 3 ? 1 : 0))
    const { votesToDecide } = watchedMean(longer, [...longer.keys()])
    expect(Math.abs(votesToDecide! - after)).toBeLessThan(30)
  })
})
