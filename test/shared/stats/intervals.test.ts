import { describe, expect, it } from 'vitest'
import type { PairPoints } from '../../../shared/stats/fit/points.ts'
import { bootstrap, resampler, type Deviations } from '../../../shared/stats/intervals/bootstrap.ts'
import {
  comparisonFreedom,
  inflation,
  ALPHA,
  TUNED_AT,
  watchedFactor,
} from '../../../shared/stats/intervals/comparison.ts'
import {
  deviationOfDifference,
  deviationsOf,
  quasiErrors,
  simultaneousFactor,
} from '../../../shared/stats/intervals/spread.ts'
import { evidenceOf, type Evidence } from '../../../shared/stats/fit/evidence.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information, modelVariance } from '../../../shared/stats/fit/information.ts'
import { marginalHalves } from '../../../shared/stats/intervals/intervals.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { fitted, duel, board, options, randomBoard, type Row, resampled } from './boards.ts'
import { fitByMinorization } from './second-ways.ts'
import {
  predictionQuantile as exceeded,
  studentQuantile,
  normalQuantile,
} from '../../../shared/stats/numbers/distributions.ts'
import { normal } from '../../../workshop/simulate/world.ts'

/** The parts of a rating, put together again from outside. */
function parts(
  votes: VoteColumns,
  rounds: number,
): { points: PairPoints; theta: Float64Array; d: Deviations; evidence: Evidence } {
  const { counted, selection, points, theta, at } = fitted(votes, 'unit')
  const resample = resampler(counted, selection)
  const d = bootstrap(points, theta, at, resample, { rounds, seed: 1, onProgress: () => {} })
  return { points, theta, d, evidence: evidenceOf(counted, selection, theta) }
}

/** The same votes with those of one contestant moved to the first few units. */
function withFewUnits(votes: VoteColumns, contestant: number, units: number): VoteColumns {
  const has = (vote: number) => votes.left[vote] === contestant || votes.right[vote] === contestant
  return { ...votes, unit: votes.unit.map((unit, vote) => (has(vote) ? unit % units : unit)) }
}

describe('resampled intervals', () => {
  const votes = withFewUnits(randomBoard(21, 8, 700, 30), 5, 6)
  const { points, theta, d, evidence } = parts(votes, 300)
  const rated = resampled(votes, options({ rounds: 300, by: 'unit', baseline: 2 }))

  it('are θ̂ ± marginalHalves and θ̂ ± k h w', () => {
    const s = deviationsOf(d)
    const halves = marginalHalves(s, quasiErrors(s), evidence)
    const freedom = comparisonFreedom(evidence.effective, information(points, theta).diagonal, 300)
    const w = quasiErrors(s)
    const k = simultaneousFactor(d, w)
    expect(rated.k).toBeCloseTo(k, 12)
    rated.standings.forEach(({ marginal, comparison, standardError, units }, i) => {
      expect(units).toBe(
        new Set(votes.unit.filter((_, vote) => [votes.left[vote], votes.right[vote]].includes(i))).size,
      )
      expect(standardError).toBeCloseTo(s[i], 12)
      expect(marginal![1] - theta[i]).toBeCloseTo(halves[i], 10)
      const h = inflation(evidence.unbiased[i], Math.SQRT2 * k, freedom[i])
      expect(comparison![1]! - theta[i]).toBeCloseTo(k * h * w[i], 10)
      expect(theta[i] - comparison![0]!).toBeCloseTo(comparison![1]! - theta[i], 10)
    })
  })

  it('of a predicted win rate are σ of the interval of the difference', () => {
    const { winRate, interval } = rated.standings[5].againstBaseline!
    expect(rated.standings[5].units).toBeLessThan(rated.standings[2].units)
    const gap = theta[5] - theta[2]
    const least = (of: ArrayLike<number>) => Math.min(of[5], of[2])
    const h = inflation(least(evidence.unbiased), 1.96, least(evidence.effective) - 1)
    const half = 1.96 * h * deviationOfDifference(d, 5, 2)
    const logit = (p: number) => Math.log(p / (1 - p))
    expect(logit(winRate)).toBeCloseTo(gap, 10)
    expect(logit(interval![0])).toBeCloseTo(gap - half, 10)
    expect(logit(interval![1])).toBeCloseTo(gap + half, 10)
    expect(rated.standings[2].againstBaseline).toEqual({ winRate: 0.5, interval: [0.5, 0.5] })
  })

  it('come from rounds that are fitted until convergence, with one Exp(1) weight for each unit', () => {
    for (let round = 0; round < 20; round++) {
      const stream = new RandomStream(1, round)
      const weights = Array.from({ length: votes.units }, () => stream.exponential())
      const strengths = fitByMinorization(votes, 3000, (vote) => weights[votes.unit[vote]])
      strengths.forEach((strength, i) => {
        expect(Math.abs(strength - theta[i] - d.values[round * 8 + i])).toBeLessThan(1e-4)
      })
    }
  })

  it('are not below the model’s standard error under 30 votes', () => {
    const quiet = board(3, [
      [0, 1, 2, 200],
      [0, 1, 0, 3],
      [0, 1, 1, 3],
      [2, 0, 2, 8],
    ])
    const { points } = parts(quiet, 2)
    const at = information(points, fit(points).theta)
    const { standings } = resampled(quiet, options({ rounds: 500 }))
    expect(standings[2].votes).toBeLessThan(30)
    expect(standings[2].standardError).toBeCloseTo(Math.sqrt(modelVariance(at, 3, 2)), 10)
    expect(standings[1].standardError!).toBeLessThan(0.5 * Math.sqrt(modelVariance(at, 3, 1)))
  })

  it('of a single unit come from the model, since its rounds differ only by rounding', () => {
    const rows = [0, 1, 2, 3, 4, 5].map((i): [number, number, number, number, number] => [
      i,
      (i + 1) % 6,
      0,
      20,
      0,
    ])
    const votes = board(6, rows)
    const { k, standings } = resampled(votes, options({ rounds: 300, by: 'unit' }))
    expect(k).toBe(1.96 / Math.SQRT2)
    const { points } = parts(votes, 2)
    const at = information(points, fit(points).theta)
    const freedom = comparisonFreedom(new Array(6).fill(1), at.diagonal, 300)
    const w = quasiErrors(Float64Array.from(standings, ({ standardError }) => standardError!))
    standings.forEach(({ standardError, comparison }, i) => {
      expect(standardError).toBeCloseTo(Math.sqrt(modelVariance(at, 6, i)), 10)
      expect(comparison![1]! - standings[i].theta!).toBeCloseTo(k! * inflation(1, 1.96, freedom[i]) * w[i], 9)
    })
  })

  it('depend only on the seed', () => {
    const again = resampled(votes, options({ rounds: 300, by: 'unit', baseline: 2 }))
    const other = resampled(votes, options({ rounds: 300, by: 'unit', baseline: 2, seed: 2 }))
    expect(again).toEqual(rated)
    expect(other.k).not.toBe(rated.k)
    expect(other.standings[0].theta).toBe(rated.standings[0].theta)
  })

  it('report their progress', () => {
    const heard: number[] = []
    const withUnbeaten = board(3, [
      [0, 1, 0, 9],
      [1, 0, 0, 9],
      [2, 0, 0, 3],
    ])
    resampled(withUnbeaten, options({ rounds: 100, onProgress: (share) => heard.push(share) }))
    expect(heard.length).toBeGreaterThan(10)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBe(1)
  })
})

describe('intervals', () => {
  it('of a contestant with one vote borrow nothing from those with many', () => {
    const many = randomBoard(5, 6, 900, 12)
    const tie = board(7, [[5, 6, 2, 1, 3]])
    const join = (a: Int32Array, b: Int32Array) => Int32Array.from([...a, ...b])
    const both: VoteColumns = {
      contestants: 7,
      units: 12,
      left: join(many.left, tie.left),
      right: join(many.right, tie.right),
      outcome: Uint8Array.from([...many.outcome, ...tie.outcome]),
      unit: join(many.unit, tie.unit),
    }
    const { standings } = rate(both, options({ rounds: 300, by: 'unit' }))
    const width = ({ comparison }: (typeof standings)[number]) => comparison![1]! - comparison![0]!
    expect(width(standings[6])).toBeGreaterThan(3 * width(standings[0]))
    expect(width(standings[0])).toBeLessThan(3)
  })

  it('of a contestant on few prompts change little with each vote', () => {
    const many = randomBoard(5, 7, 300, 5)
    const stream = new RandomStream(9, 0)
    const rows = Array.from({ length: 40 }, (_, n): Row => [
      n % 7,
      7,
      Math.floor(3 * stream.uniform()),
      1,
      n % 5,
    ])
    const widths = rows.map((_, n) => {
      const own = board(8, rows.slice(0, n + 1))
      const join = (a: Int32Array, b: Int32Array) => Int32Array.from([...a, ...b])
      const { standings } = rate(
        {
          contestants: 8,
          units: 5,
          left: join(many.left, own.left),
          right: join(many.right, own.right),
          outcome: Uint8Array.from([...many.outcome, ...own.outcome]),
          unit: join(many.unit, own.unit),
        },
        options({ rounds: 300, by: 'unit' }),
      )
      const { comparison } = standings[7]
      return comparison ? comparison[1]! - comparison[0]! : Infinity
    })
    for (let n = 20; n < 39; n++) expect(Math.abs(widths[n + 1] / widths[n] - 1)).toBeLessThan(0.45)
    expect(widths[39]).toBeLessThan(4.5)
    expect(widths[1]).toBeGreaterThan(8.6)
  })
})

/** Standard errors of the means of `units` normal vectors, each about its own mean. */
function errorsOfMeans(stream: RandomStream, contestants: number, units: number): Float64Array {
  const sums = new Float64Array(contestants)
  const squares = new Float64Array(contestants)
  for (let unit = 0; unit < units; unit++) {
    const drawn = Float64Array.from({ length: contestants }, () => normal(stream))
    const mean = drawn.reduce((sum, value) => sum + value / contestants, 0)
    drawn.forEach((value, i) => {
      sums[i] += value - mean
      squares[i] += (value - mean) ** 2
    })
  }
  return sums.map((sum, i) => Math.sqrt((squares[i] - sum ** 2 / units) / (units * (units - 1))))
}

describe('degrees of freedom of comparison intervals', () => {
  it.each([
    [3, 8],
    [5, 8],
    [20, 8],
  ])('are those of w_i² + w_j² if %i contestants have equal variances on %i units', (contestants, units) => {
    const sums = Float64Array.from({ length: 6000 }, (_, board) => {
      const w = quasiErrors(errorsOfMeans(new RandomStream(contestants, board), contestants, units))
      return w[0] ** 2 + w[1] ** 2
    })
    const mean = sums.reduce((sum, value) => sum + value, 0) / sums.length
    const variance = sums.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sums.length
    const [freedom] = comparisonFreedom(Array(contestants).fill(units), Array(contestants).fill(1), Infinity)
    expect((2 * mean ** 2) / variance / freedom).toBeGreaterThan(0.93)
    expect((2 * mean ** 2) / variance / freedom).toBeLessThan(1.1)
  })

  it('are those of one contestant if it is known far worse than others, or if there are two', () => {
    const units = [3, ...Array<number>(9).fill(200)]
    const even = Array<number>(10).fill(1)
    const [newcomer, known] = comparisonFreedom(units, even, Infinity)
    expect(newcomer).toBe(2)
    expect(known).toBeCloseTo((2 * 199 * 9) / 11, 10)
    const [seldom] = comparisonFreedom(Array(10).fill(20), [0.01, ...even.slice(1)], Infinity)
    expect(seldom).toBe(19)
    expect([...comparisonFreedom([10, 10], [1, 1], Infinity)]).toEqual([9, 9])
  })

  it('decrease with the number of rounds', () => {
    const [few] = comparisonFreedom([101, 101], [1, 1], 101)
    expect(few).toBeCloseTo(50, 10)
  })
})

/** Votes and units, where each contestant's units are equal. */
const even = (votes: number[], units: number[]) => ({
  votes,
  units,
  effective: units,
  unbiased: units,
  design: units.map(() => 1),
  kinds: [],
})

describe('marginal intervals', () => {
  const own = (s: number, units: number) => 1.96 * inflation(units, 1.96) * s

  it('are 1.96 h s if all have as many units', () => {
    const s = Float64Array.of(0.2, 0.25, 0.3, 0.2)
    const halves = marginalHalves(s, quasiErrors(s), even([90, 90, 90, 90], [12, 12, 12, 12]))
    halves.forEach((half, i) => expect(half).toBeCloseTo(own(s[i], 12), 12))
  })

  it('of the others are longer if the mean depends on a contestant with few units', () => {
    const w = Float64Array.of(1, 0.1, 0.1, 0.1, 0.1)
    const s = w.map((one) => Math.sqrt((1 - 2 / 5) * one ** 2 + (1 + 4 * 0.01) / 25))
    const units = [3, 200, 200, 200, 200]
    const halves = marginalHalves(s, w, even([60, 800, 800, 800, 800], units))
    const parts = [2 / 25, (0.6 + 0.04) * 0.01 * (201 / 199), ...Array<number>(3).fill(0.0004 * (201 / 199))]
    const variance = parts.reduce((sum, part) => sum + part, 0)
    const freedom = variance ** 2 / parts.reduce((sum, part, j) => sum + part ** 2 / (units[j] - 1), 0)
    expect(halves[1]).toBeCloseTo(studentQuantile(1.96, freedom) * Math.sqrt(variance), 10)
    expect(halves[1]).toBeGreaterThan(1.5 * own(s[1], 200))
    expect(halves[0]).toBeCloseTo(own(s[0], 3), 12)
  })

  it('of a contestant with few single votes come from the model', () => {
    const w = Float64Array.of(1, 0.1, 0.1, 0.1, 0.1)
    const s = w.map((one) => Math.sqrt((1 - 2 / 5) * one ** 2 + (1 + 4 * 0.01) / 25))
    const counts = [4, 800, 800, 800, 800]
    const halves = marginalHalves(s, w, even(counts, counts))
    expect(halves[1]).toBeCloseTo(own(s[1], 800), 12)
  })
})

it('the value that one more draw exceeds is found by rank', () => {
  const sorted = Array.from({ length: 19 }, (_, i) => i + 1)
  expect(exceeded(sorted, 0.05)).toBe(19)
  expect(exceeded(sorted, 0.5)).toBe(10)
  expect(exceeded([1, 2], 0.05)).toBe(2)
})

// Boards that are held together share one error among them, so each gets less than 5 %.

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
    const ratios = shared.standings.map(({ theta, marginal, comparison }, i) => {
      const single = usual.standings[i]
      expect({ theta, marginal }).toEqual({ theta: single.theta, marginal: single.marginal })
      return (comparison![1]! - theta!) / (single.comparison![1]! - theta!)
    })
    expect(Math.min(...ratios)).toBeGreaterThan(1.1)
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
    const ends = rated.standings.flatMap(({ comparison }) => comparison ?? [])
    expect(ends).toHaveLength(20)
    expect(ends.every(Number.isFinite)).toBe(true)
  })
})
