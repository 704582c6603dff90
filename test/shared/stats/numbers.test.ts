import { describe, expect, it } from 'vitest'
import { drawGammas, RandomStream } from '../../../shared/stats/numbers/random.ts'
import { inflation } from '../../../shared/stats/intervals/comparison.ts'
import {
  logStudentTail,
  normalOfTails,
  normalTail,
  studentQuantile,
  fisherExact,
  wilsonInterval,
} from '../../../shared/stats/numbers/distributions.ts'
import { tableOf } from '../../support/cases.ts'

const DRAWS = 100_000

function gamma(stream: RandomStream, shape: number): number {
  const out = new Float64Array(1)
  drawGammas(stream, shape, out)
  return out[0]!
}

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

  it.each([1, 2, 3, 8, 9, 20, 60])(
    'Gamma(%i) falls evenly between its quantiles, one by one and in many',
    (count) => {
      const many = new Float64Array(4 * DRAWS)
      drawGammas(new RandomStream(14, count), count, many)
      const stream = new RandomStream(12, count)
      const single = Float64Array.from({ length: DRAWS }, () => gamma(stream, count))
      for (const draws of [many, single])
        expect(
          isUniform(
            Array.from(draws, (draw) => Math.floor(64 * erlang(draw, count))),
            64,
          ),
        ).toBe(true)
    },
  )

  it('a normal falls evenly between its quantiles', () => {
    const stream = new RandomStream(12, 0)
    const cells = Array.from({ length: DRAWS }, () => {
      const x = stream.normal()
      return Math.floor(64 * (x < 0 ? normalTail(-x) : 1 - normalTail(x)))
    })
    expect(isUniform(cells, 64)).toBe(true)
  })
})

/** Upper 2.5 % and 0.5 % points: Pearson & Hartley, Biometrika Tables, table 12. */
const TABLE = tableOf(`1 12.706 63.657 / 2 4.303 9.925 / 3 3.182 5.841 / 4 2.776 4.604 / 5 2.571 4.032
  / 10 2.228 3.169 / 20 2.086 2.845 / 30 2.042 2.75 / 60 2.0 2.66 / 120 1.98 2.617`) as [
  df: number,
  t975: number,
  t995: number,
][]

describe('Student’s t', () => {
  it.each(TABLE)('has the tabulated quantiles at %i degrees of freedom', (df, t975, t995) => {
    expect(studentQuantile(1.959963984540054, df)).toBeCloseTo(t975, 3)
    expect(studentQuantile(2.5758293035489004, df)).toBeCloseTo(t995, 3)
  })

  it.each([0.5, 1, 1.96, 4, 8, 15, 25])(
    'equals its closed form with 1 and 2 degrees of freedom at z = %d',
    (z) => {
      const p = normalTail(z)
      const one = 1 / Math.tan(Math.PI * p)
      const two = (1 - 2 * p) / Math.sqrt(2 * p * (1 - p))
      expect(studentQuantile(z, 1) / one).toBeCloseTo(1, 9)
      expect(studentQuantile(z, 2) / two).toBeCloseTo(1, 9)
    },
  )

  it.each([1, 3, 7, 40, 1000, 1e6])('and its tail are inverse with %i degrees of freedom', (df) => {
    for (const z of [0.1, 1, 2, 5, 12, 20])
      expect(logStudentTail(studentQuantile(z, df), df) / Math.log(normalTail(z))).toBeCloseTo(1, 9)
  })

  it('approaches the normal, and is finite far out in the tail', () => {
    expect(studentQuantile(1.96, 1e7)).toBeCloseTo(1.96, 6)
    // Cornish and Fisher's expansion, whose next term is below 1e-18
    expect(studentQuantile(1.959963984540054, 1e9)).toBeCloseTo(1.9599639869123, 12)
    expect(studentQuantile(1.959963984540054, 1e6)).toBeCloseTo(1.9599663568141, 9)
    expect(studentQuantile(3, 1e7) - studentQuantile(3, 1e7 + 1)).toBeCloseTo(0, 8)
    expect(Number.isFinite(studentQuantile(1e9, 1))).toBe(true)
    expect(studentQuantile(0, 5)).toBe(0)
  })
})

describe('the normal tail', () => {
  it.each([
    [0, 0.5],
    [1, 0.15865525393145707],
    [1.959963984540054, 0.025],
    [3, 1.3498980316300946e-3],
    [3.0000001, 1.34989758825e-3],
    [6, 9.865876450376981e-10],
    [10, 7.61985302416053e-24],
  ])('beyond %d is %d', (z, tail) => {
    expect(normalTail(z) / tail).toBeCloseTo(1, 9)
  })

  it.each([0.01, 0.7, 1.959963984540054, 20, 37])('of both sides together has the deviate %d', (z) => {
    expect(normalOfTails(Math.log(2 * normalTail(z)))).toBeCloseTo(z, 9)
  })

  it.each([38, 40, 100])('has the deviate %d, where it is too small for a number', (z) => {
    const y = 1 / z ** 2
    // the asymptotic series, DLMF 7.12.1
    const series = 1 - y + 3 * y ** 2 - 15 * y ** 3 + 105 * y ** 4
    const log = (-z * z) / 2 - Math.log(z * Math.sqrt(2 * Math.PI)) + Math.log(2 * series)
    expect(normalOfTails(log)).toBeCloseTo(z, 9)
  })
})

describe('small-sample inflation', () => {
  it('is √((G + 1)/(G − 1)) · t/z, and fewer than 2 units count as 2', () => {
    expect(inflation(10, 1.959963984540054)).toBeCloseTo((Math.sqrt(11 / 9) * 2.262157) / 1.959964, 5)
    expect(inflation(1, 1.96)).toBe(inflation(2, 1.96))
    expect(inflation(0, 1.96)).toBe(inflation(2, 1.96))
  })

  it('falls to 1 as units increase', () => {
    const values = [2, 3, 5, 10, 100, 10_000].map((units) => inflation(units, 1.96))
    values.slice(1).forEach((value, i) => expect(value).toBeLessThan(values[i]))
    expect(values[5]).toBeGreaterThan(1)
    expect(values[5]).toBeLessThan(1.001)
  })
})

describe('Wilson’s interval', () => {
  it('has the values of Newcombe (1998), table I, method 3', () => {
    const rows = tableOf('81 263 0.2553 0.3662 / 15 148 0.0624 0.1605 / 0 20 0 0.1611 / 1 29 0.0061 0.1718')
    for (const [wins, total, lower, upper] of rows as [number, number, number, number][]) {
      const interval = wilsonInterval(wins, total)!
      expect(interval[0]).toBeCloseTo(lower, 4)
      expect(interval[1]).toBeCloseTo(upper, 4)
    }
  })

  it('is mirrored if wins and losses are swapped, and ends at 0 and 1', () => {
    const [lower, upper] = wilsonInterval(3, 17)!
    const mirrored = wilsonInterval(14, 17)!
    expect(mirrored[0]).toBeCloseTo(1 - upper, 12)
    expect(mirrored[1]).toBeCloseTo(1 - lower, 12)
    expect(wilsonInterval(9, 9)![1]).toBe(1)
    expect(wilsonInterval(0, 9)![0]).toBe(0)
  })

  it('has its ends where the score test reaches its critical value', () => {
    for (const p of wilsonInterval(7, 22)!)
      expect(Math.abs(7 / 22 - p) / Math.sqrt((p * (1 - p)) / 22)).toBeCloseTo(1.959963984540054, 10)
  })

  it('is null without a decisive vote', () => {
    expect(wilsonInterval(0, 0)).toBeNull()
  })
})

/** Fisher's exact test against counting all ways by hand, and published figures. */
const p = (a: number, b: number, c: number, d: number) =>
  fisherExact({ wins: a, losses: b }, { wins: c, losses: d })

/** Every way to deal the wins to the votes, one by one. */
function counted(a: number, b: number, c: number, d: number): number {
  const [size, total, wins] = [a + b, a + b + c + d, a + c]
  const ways = new Map<number, number>()
  for (let bits = 0; bits < 2 ** total; bits++) {
    const dealt = [...bits.toString(2).padStart(total, '0')].map(Number)
    if (dealt.reduce((sum, one) => sum + one, 0) !== wins) continue
    const own = dealt.slice(0, size).reduce((sum, one) => sum + one, 0)
    ways.set(own, (ways.get(own) ?? 0) + 1)
  }
  const all = [...ways.values()].reduce((sum, one) => sum + one, 0)
  return [...ways.values()].filter((one) => one <= ways.get(a)!).reduce((sum, one) => sum + one, 0) / all
}

describe('Fisher’s exact test', () => {
  it('gives the published p of the tea experiment of 1935: 3 and 1 against 1 and 3', () => {
    expect(p(3, 1, 1, 3)).toBeCloseTo(34 / 70, 12)
    expect(p(4, 0, 0, 4)).toBeCloseTo(2 / 70, 12)
  })

  it.each(tableOf('1 0 5 6 / 3 0 2 7 / 2 3 4 3 / 0 4 6 2 / 5 1 1 5') as [number, number, number, number][])(
    'equals a count of all tables for %i–%i against %i–%i',
    (...table) => {
      expect(p(...table)).toBeCloseTo(counted(...table), 10)
    },
  )

  it('is 1 without votes', () => {
    expect(p(0, 0, 3, 4)).toBe(1)
    expect(p(3, 4, 0, 0)).toBe(1)
    expect(p(3, 0, 4, 0)).toBeCloseTo(1, 12)
  })

  it('is symmetric in wins and losses, and in the two samples', () => {
    expect(p(40, 60, 300, 200)).toBeCloseTo(p(60, 40, 200, 300), 12)
    expect(p(40, 60, 300, 200)).toBeCloseTo(p(300, 200, 40, 60), 12)
    expect(p(40, 60, 300, 200)).toBeLessThan(0.001)
  })
})
