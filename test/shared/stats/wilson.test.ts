import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../../../shared/stats/index.ts'

describe('Wilson’s interval', () => {
  it('has the values of Newcombe (1998), table I, method 3', () => {
    const rows: [number, number, number, number][] = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ]
    for (const [wins, total, lower, upper] of rows) {
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
