/** Previews: intervals from the sandwich covariance, near those of the bootstrap, and as careful. */
import { describe, expect, it } from 'vitest'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import {
  bootstrapSpread,
  sandwichSpread,
  simultaneousFactor,
  type Spread,
} from '../../../shared/stats/intervals/spread.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { resampler } from '../../../shared/stats/intervals/bootstrap.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import type { RateOptions } from '../../../shared/stats/declare/declare.ts'

const OPTIONS: RateOptions = {
  rounds: 1000,
  seed: 1,
  by: 'unit',
  ties: 'half',
  intervals: 'comparison',
  baseline: null,
}
const ROUNDS = { rounds: 1000, seed: 1, onProgress: () => {} }

const factorOf = (spread: Spread, w: Float64Array) => simultaneousFactor(spread.deviations(), w)

/** Votes of contestants whose strengths are `step` apart, on prompts that have a taste of their own. */
function votesOf(
  contestants: number,
  prompts: number,
  perPrompt: number,
  step: number,
  seed = 5,
): VoteColumns {
  const random = new RandomStream(seed, 0)
  const rows = Array.from({ length: prompts * perPrompt }, (_, i) => {
    const left = random.next() % contestants
    const right = (left + 1 + (random.next() % (contestants - 1))) % contestants
    const taste =
      0.5 * Math.cos(1 + (i % prompts) * (left + 1)) - 0.5 * Math.cos(1 + (i % prompts) * (right + 1))
    const wins = random.uniform() < 1 / (1 + Math.exp(step * (left - right) - taste))
    return { left, right, outcome: random.next() % 6 === 0 ? 2 : wins ? 0 : 1, unit: i % prompts }
  })
  return {
    contestants,
    units: prompts,
    left: Int32Array.from(rows, ({ left }) => left),
    right: Int32Array.from(rows, ({ right }) => right),
    outcome: Uint8Array.from(rows, ({ outcome }) => outcome),
    unit: Int32Array.from(rows, ({ unit }) => unit),
  }
}

describe('the spread from the sandwich', () => {
  it.each(['unit', 'vote'] as const)('is near that of the bootstrap, by %s', (by) => {
    const counted = tally(votesOf(8, 60, 100, 0.2), by, 'half')
    const selection = among(
      counted,
      Int32Array.from({ length: 8 }, (_, i) => i),
    )
    const { points } = selection
    const { theta } = fit(points)
    const at = information(points, theta)
    const own = sandwichSpread(counted, selection, theta, ROUNDS)(at)
    const other = bootstrapSpread(points, theta, resampler(counted, selection), ROUNDS)(at)
    for (let i = 0; i < 8; i++) {
      const ratio = own.standardErrors[i]! / other.standardErrors[i]!
      expect(ratio).toBeGreaterThan(0.92)
      expect(ratio).toBeLessThan(1.08)
      expect(own.ofDifference(i, (i + 1) % 8) / other.ofDifference(i, (i + 1) % 8)).toBeCloseTo(1, 0.8)
    }
    const w = own.standardErrors
    expect(factorOf(own, w) / factorOf(other, w)).toBeCloseTo(1, 0.9)
  })

  it('draws differences with the standard deviations of the covariance', () => {
    const counted = tally(votesOf(3, 40, 50, 0.1), 'unit', 'half')
    const selection = among(counted, Int32Array.from([0, 1, 2]))
    const { theta } = fit(selection.points)
    const spread = sandwichSpread(counted, selection, theta, { ...ROUNDS, rounds: 20_000 })(
      information(selection.points, theta),
    )
    // with all weight on one pair, k is the normal quantile of its difference
    const w = Float64Array.from([spread.ofDifference(0, 1) / 2, spread.ofDifference(0, 1) / 2, 1e9])
    expect(factorOf(spread, w)).toBeCloseTo(1.96, 1)
  })

  it('does not depend on the order of votes, and is the same every time', () => {
    const votes = votesOf(5, 20, 20, 0.1)
    const backwards: VoteColumns = {
      ...votes,
      left: votes.left.slice().reverse(),
      right: votes.right.slice().reverse(),
      outcome: votes.outcome.slice().reverse(),
      unit: votes.unit.slice().reverse(),
    }
    const options: RateOptions = { ...OPTIONS, intervals: 'preview' }
    expect(rate(backwards, options)).toEqual(rate(votes, options))
  })
})

describe('a preview', () => {
  const preview: RateOptions = { ...OPTIONS, intervals: 'preview' }

  it('has the ratings of its board, and intervals near the board’s', () => {
    const votes = votesOf(8, 60, 100, 0.2)
    const [own, board] = [rate(votes, preview), rate(votes, OPTIONS)]
    own.standings.forEach((standing, i) => {
      const other = board.standings[i]!
      expect(standing.theta).toBe(other.theta)
      const length = (interval: typeof standing.comparison) => interval![1]! - interval![0]!
      expect(length(standing.comparison) / length(other.comparison)).toBeGreaterThan(0.85)
      expect(length(standing.comparison) / length(other.comparison)).toBeLessThan(1.15)
    })
    expect(own.k).toBeGreaterThanOrEqual(1.96 / Math.SQRT2)
  })

  it('declares something false on at most 8 % of boards of equals', () => {
    let declared = 0
    for (let seed = 0; seed < 300; seed++) {
      const { standings } = rate(votesOf(5, 25, 40, 0, seed), { ...preview, rounds: 400 })
      if (standings.some(({ rankInterval }) => rankInterval![0] > 1)) declared++
    }
    expect(declared / 300).toBeLessThan(0.08)
  })

  it('places unbeaten contestants near their place on the board', () => {
    const votes = votesOf(4, 30, 40, 0.1)
    const unbeaten: VoteColumns = {
      contestants: 5,
      units: 30,
      left: Int32Array.from([...votes.left, 4, 4]),
      right: Int32Array.from([...votes.right, 0, 1]),
      outcome: Uint8Array.from([...votes.outcome, 0, 0]),
      unit: Int32Array.from([...votes.unit, 0, 1]),
    }
    const [own, board] = [rate(unbeaten, preview), rate(unbeaten, OPTIONS)]
    expect(own.deadHeatForFirst).toEqual(board.deadHeatForFirst)
    expect(own.standings[4]!.comparison![1]).toBeNull()
    const [lower, other] = [own.standings[4]!.comparison![0]!, board.standings[4]!.comparison![0]!]
    expect(Math.abs(lower - other)).toBeLessThan(0.35 * Math.abs(other))
  })

  it('has no intervals if its board has none: one unit, or votes that all agree', () => {
    const one = votesOf(3, 1, 60, 0)
    expect(rate(one, preview).winner).toBeNull()
    const same: VoteColumns = { ...one, outcome: one.outcome.map(() => 2) }
    const { standings, winner } = rate(same, preview)
    expect(winner).toBeNull()
    expect(standings.every(({ rankInterval }) => rankInterval![0] === 1)).toBe(true)
  })
})
