import { describe, expect, it } from 'vitest'
import {
  deviationOfDifference,
  deviationsOf,
  errorsOfMean,
  largestRatio,
  lowestEnds,
  quasiErrors,
  simultaneousFactor,
} from '../../../shared/stats/intervals/spread.ts'
import { quantile } from '../../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { Deviations } from '../../../shared/stats/intervals/bootstrap.ts'

function randomDeviations(seed: number, rounds: number, contestants: number): Deviations {
  const stream = new RandomStream(seed, 0)
  const values = new Float64Array(rounds * contestants)
  for (let at = 0; at < values.length; at++)
    values[at] = (1 + (at % contestants)) * (stream.uniform() + stream.uniform() + stream.uniform() - 1.5)
  return { rounds, contestants, values }
}

function everyPair(d: ArrayLike<number>, w: ArrayLike<number>): number {
  let most = 0
  for (let i = 0; i < d.length; i++)
    for (let j = 0; j < i; j++) most = Math.max(most, Math.abs(d[i] - d[j]) / (w[i] + w[j]))
  return most
}

describe('the largest ratio over pairs', () => {
  it.each([2, 3, 10, 100])('of %i contestants equals the one found by trying all pairs', (contestants) => {
    const stream = new RandomStream(3, contestants)
    for (let board = 0; board < 200; board++) {
      const d = Float64Array.from({ length: contestants }, () => stream.exponential() - 1)
      const w = Float64Array.from({ length: contestants }, () => stream.exponential() + 0.01)
      expect(largestRatio(d, w)).toBeCloseTo(everyPair(d, w), 12)
    }
  })

  it('is 0 if all deviations are equal', () => {
    expect(largestRatio(new Float64Array(5).fill(0.3), new Float64Array(5).fill(1e-9))).toBe(0)
  })
})

describe('scales', () => {
  it('s and s_ij are standard deviations over the rounds', () => {
    const values = Float64Array.of(1, -1, 2, 0, 3, -5)
    const deviations = { rounds: 3, contestants: 2, values }
    expect(deviationsOf(deviations)[0]).toBeCloseTo(1, 12)
    expect(deviationsOf(deviations)[1]).toBeCloseTo(Math.sqrt(7), 12)
    expect(deviationOfDifference(deviations, 0, 1)).toBeCloseTo(Math.sqrt(12), 12)
  })

  it('k is the ratio that another round exceeds with 5 %, over all pairs', () => {
    const deviations = randomDeviations(5, 400, 7)
    const w = quasiErrors(deviationsOf(deviations))
    const ratios = Array.from({ length: 400 }, (_, round) =>
      everyPair(deviations.values.slice(7 * round, 7 * round + 7), w),
    ).sort((a, b) => a - b)
    expect(simultaneousFactor(deviations, w)).toBeCloseTo(
      ratios[379] + 0.95 * (ratios[380] - ratios[379]),
      12,
    )
  })

  it('k is never below what one pair needs, even if nothing varies', () => {
    const still = { rounds: 10, contestants: 3, values: new Float64Array(30) }
    expect(simultaneousFactor(still, quasiErrors(deviationsOf(still)))).toBeCloseTo(1.96 / Math.SQRT2, 12)
  })

  it('quasi-errors recover the variances of independent estimates after centring', () => {
    const variances = [0.1, 0.2, 0.3, 0.4, 1]
    const m = variances.length
    const total = variances.reduce((sum, value) => sum + value, 0)
    const centred = variances.map((own) => Math.sqrt(own * (1 - 2 / m) + total / m ** 2))
    quasiErrors(Float64Array.from(centred)).forEach((w, i) => expect(w ** 2).toBeCloseTo(variances[i], 12))
  })

  it('quasi-errors of two are their standard errors, and none is below √0.1 of its own', () => {
    expect([...quasiErrors(Float64Array.of(0.4, 0.4))]).toEqual([0.4, 0.4])
    const [small] = quasiErrors(Float64Array.of(0.1, 2, 2))
    expect(small).toBeCloseTo(Math.sqrt(0.1) * 0.1, 12)
  })

  it('quantiles are linear between order statistics', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantile([0, 10], 0.95)).toBe(9.5)
    expect(quantile([7], 0.3)).toBe(7)
  })
})

it('errors of means and lowest upper ends are sums and minima of scaled deviations', () => {
  const deviations = randomDeviations(5, 40, 6)
  const stretch = Float64Array.of(1, 1.2, 3, 1, 1, 2)
  const halves = [0.5, 1, 2, 0.1, 3, 1]
  const weights = Float64Array.of(0.5, 0, 0.25, 0.25, 0, 0)
  const means = errorsOfMean(deviations, stretch, weights)
  const ends = lowestEnds(deviations, stretch, halves)
  for (let round = 0; round < 40; round++) {
    const errors = stretch.map((own, i) => own * deviations.values[round * 6 + i])
    expect(means[round]).toBeCloseTo(0.5 * errors[0] + 0.25 * (errors[2] + errors[3]), 12)
    expect(ends[round]).toBeCloseTo(Math.min(...errors.map((error, j) => error + halves[j])), 12)
  }
})
