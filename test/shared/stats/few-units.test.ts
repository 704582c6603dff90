import { describe, expect, it } from 'vitest'
import { comparisonFreedom, inflation } from '../../../shared/stats/intervals/comparison.ts'
import {
  predictionQuantile as exceeded,
  studentQuantile,
} from '../../../shared/stats/numbers/distributions.ts'
import { marginalHalves } from '../../../shared/stats/intervals/intervals.ts'
import { quasiErrors } from '../../../shared/stats/intervals/spread.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** Standard normal. */
const normal = (stream: RandomStream) =>
  Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())

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
