import { describe, expect, it } from 'vitest'
import { inflation } from '../../../shared/stats/intervals/comparison.ts'
import {
  logStudentTail,
  logTwoTails,
  normalTail,
  studentQuantile,
} from '../../../shared/stats/numbers/distributions.ts'

/** Upper 2.5 % and 0.5 % points: Pearson & Hartley, Biometrika Tables, table 12. */
const TABLE: [df: number, t975: number, t995: number][] = [
  [1, 12.706, 63.657],
  [2, 4.303, 9.925],
  [3, 3.182, 5.841],
  [4, 2.776, 4.604],
  [5, 2.571, 4.032],
  [10, 2.228, 3.169],
  [20, 2.086, 2.845],
  [30, 2.042, 2.75],
  [60, 2.0, 2.66],
  [120, 1.98, 2.617],
]

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

  it.each([1.959963984540054, 20, 37])('has its logarithm up to %d, both tails together', (z) => {
    expect(logTwoTails(z) / Math.log(2 * normalTail(z))).toBeCloseTo(1, 12)
  })

  it.each([38, 40, 100])('has a logarithm at %d, where it is too small for a number', (z) => {
    const y = 1 / z ** 2
    // the asymptotic series, DLMF 7.12.1
    const series = 1 - y + 3 * y ** 2 - 15 * y ** 3 + 105 * y ** 4
    const log = (-z * z) / 2 - Math.log(z * Math.sqrt(2 * Math.PI)) + Math.log(2 * series)
    expect(logTwoTails(z)).toBeCloseTo(log, 9)
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
