import { describe, expect, it } from 'vitest'
import { drawGammas, gamma, gammaCells, RandomStream } from '../../../shared/stats/numbers/random.ts'

const DRAWS = 100_000

function moments(draw: () => number): { mean: number; variance: number } {
  const values = Array.from({ length: DRAWS }, draw)
  const mean = values.reduce((sum, value) => sum + value, 0) / DRAWS
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (DRAWS - 1) }
}

/** χ² of counts that should be equal. */
function chiSquare(counts: number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** The 0.1 % points of χ² with 63 and 255 degrees of freedom, either side. */
const BOUNDS: Record<number, [number, number]> = { 64: [33.9, 103.4], 256: [190.9, 330.5] }

function isUniform(cells: number[], size: number): boolean {
  const counts = new Array<number>(size).fill(0)
  for (const cell of cells) counts[cell]++
  const statistic = chiSquare(counts)
  return statistic > BOUNDS[size][0] && statistic < BOUNDS[size][1]
}

/** P(Gamma(count) ≤ x) = 1 − Σ_{k < count} e^−x x^k / k!, the chance of `count` events by time x. */
function erlang(x: number, count: number): number {
  let term = Math.exp(-x)
  let rest = term
  for (let k = 1; k < count; k++) rest += term *= x / k
  return 1 - rest
}

describe('random streams', () => {
  it('are uniform within one stream', () => {
    const stream = new RandomStream(1, 0)
    const cells = Array.from({ length: DRAWS }, () => Math.floor(64 * stream.uniform()))
    expect(isUniform(cells, 64)).toBe(true)
  })

  it('are uniform in their first draws over neighbouring rounds and over neighbouring seeds', () => {
    const rounds = Array.from({ length: DRAWS }, (_, round) => new RandomStream(1, round).next() >>> 26)
    const seeds = Array.from({ length: DRAWS }, (_, seed) => new RandomStream(seed, 0).next() & 63)
    expect(isUniform(rounds, 64)).toBe(true)
    expect(isUniform(seeds, 64)).toBe(true)
  })

  it('are independent from one draw to the next and from one round to the next', () => {
    const stream = new RandomStream(7, 3)
    const sixteenth = (value: number) => Math.floor(16 * value)
    const serial = Array.from(
      { length: DRAWS },
      () => 16 * sixteenth(stream.uniform()) + sixteenth(stream.uniform()),
    )
    const across = Array.from({ length: DRAWS }, (_, round) => {
      const [a, b] = [new RandomStream(2, round), new RandomStream(2, round + 1)]
      return 16 * sixteenth(a.uniform()) + sixteenth(b.uniform())
    })
    expect(isUniform(serial, 256)).toBe(true)
    expect(isUniform(across, 256)).toBe(true)
  })

  it('depend only on seed and round, also for seeds beyond 32 bits and below zero', () => {
    const first = (seed: number, round: number) => new RandomStream(seed, round).next()
    expect(first(5, 9)).toBe(first(5, 9))
    const seeds = [0, 1, -1, 2 ** 32, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER]
    expect(new Set(seeds.map((seed) => first(seed, 0))).size).toBe(seeds.length)
  })
})

describe('weights', () => {
  it('Exp(1) has mean 1 and variance 1, and is never 0', () => {
    const stream = new RandomStream(11, 0)
    const { mean, variance } = moments(() => {
      const weight = stream.exponential()
      expect(weight > 0).toBe(true)
      return weight
    })
    expect(Math.abs(mean - 1)).toBeLessThan(4 / Math.sqrt(DRAWS))
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(8 / DRAWS))
  })

  it.each([1, 2, 8, 9, 30, 1000])('Gamma(%i) has mean and variance equal to its count', (count) => {
    const stream = new RandomStream(12, count)
    const { mean, variance } = moments(() => gamma(stream, count))
    expect(Math.abs(mean - count)).toBeLessThan(4 * Math.sqrt(count / DRAWS))
    const error = Math.sqrt((2 + 6 / count) / DRAWS)
    expect(Math.abs(variance / count - 1)).toBeLessThan(4 * error)
  })

  it('Gamma(9) by rejection has the same deciles as the sum of nine Exp(1)', () => {
    const stream = new RandomStream(13, 0)
    const sums = Array.from({ length: DRAWS }, () => gamma(stream, 8) + stream.exponential()).sort(
      (a, b) => a - b,
    )
    const deciles = Array.from({ length: 9 }, (_, i) => sums[((i + 1) * DRAWS) / 10])
    const counts = new Array<number>(10).fill(0)
    for (let draw = 0; draw < DRAWS; draw++) {
      const value = gamma(stream, 9)
      counts[deciles.filter((decile) => value > decile).length]++
    }
    expect(chiSquare(counts) / 2).toBeLessThan(27.9)
  })

  it.each([1, 2, 3, 7, 20, 60])('Gamma(%i) falls evenly between its quantiles', (count) => {
    const draws = new Float64Array(4 * DRAWS)
    drawGammas(new RandomStream(14, count), gammaCells(draws.map(() => count)), draws)
    const cells = Array.from(draws, (draw) => Math.floor(64 * erlang(draw, count)))
    expect(isUniform(cells, 64)).toBe(true)
  })

  it('of cells with many different counts each follow their own count', () => {
    const counts = Array.from({ length: 5000 }, (_, cell) => [0, 1, 4, 90][cell % 4])
    const cells = gammaCells(counts)
    const out = new Float64Array(counts.length)
    const sums = [0, 0, 0, 0]
    for (let round = 0; round < 100; round++) {
      drawGammas(new RandomStream(15, round), cells, out)
      out.forEach((draw, cell) => (sums[cell % 4] += draw))
    }
    for (const [kind, count] of [0, 1, 4, 90].entries())
      expect(Math.abs(sums[kind] - 125_000 * count)).toBeLessThanOrEqual(4 * Math.sqrt(125_000 * count))
  })

  it('Gamma(0) is 0', () => {
    expect(gamma(new RandomStream(1, 1), 0)).toBe(0)
  })
})
