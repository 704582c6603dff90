import { describe, expect, it } from 'vitest'
import { confidenceSequence } from '../../../shared/stats/looks/watched-mean.ts'
import { scores } from './drawn-scores.ts'

/** The larger purse against one mean, straight from the paper, with no code of the product. */
function capital(seen: number[], m: number, alpha: number): number[] {
  let [up, down] = [1, 1]
  return seen.map((score, i) => {
    const before = seen.slice(0, i)
    const centre = (k: number) => (0.5 + before.slice(0, k).reduce((a, b) => a + b, 0)) / (k + 1)
    const variance = (0.25 + before.reduce((a, x, k) => a + (x - centre(k + 1)) ** 2, 0)) / (i + 1)
    const bet = Math.sqrt((2 * Math.log(2 / alpha)) / (variance * (i + 1) * Math.log(i + 2)))
    up *= 1 + Math.min(bet, 0.5 / m) * (score - m)
    down *= 1 - Math.min(bet, 0.5 / (1 - m)) * (score - m)
    return Math.max(up, down) / 2
  })
}

describe('the confidence sequence', () => {
  it('contains exactly the means whose capital never reached 1/alpha', () => {
    const seen = scores(0.7, 0.2, 150, 1)
    const sequence = confidenceSequence(0.1)
    for (const score of seen) sequence.add(score)
    const [low, high] = sequence.interval()!
    expect(sequence.count).toBe(150)
    expect(low).toBeGreaterThan(0.5)
    for (let at = 1; at < 400; at++) {
      const isOut = capital(seen, at / 400, 0.1).some((own) => own >= 1 / 0.1)
      expect([at, isOut]).toEqual([at, at / 400 <= low || at / 400 >= high])
    }
  })

  it('starts with all means, and never grows', () => {
    const sequence = confidenceSequence()
    expect(sequence.interval()).toEqual([0, 1])
    let [low, high] = [0, 1]
    for (const score of scores(0.6, 0, 400, 2)) {
      sequence.add(score)
      const [nextLow, nextHigh] = sequence.interval()!
      expect(nextLow).toBeGreaterThanOrEqual(low)
      expect(nextHigh).toBeLessThanOrEqual(high)
      ;[low, high] = [nextLow, nextHigh]
    }
    expect(high - low).toBeLessThan(0.25)
  })

  it('stays within [0, 1] if all scores are equal', () => {
    const sequence = confidenceSequence()
    for (let i = 0; i < 60; i++) sequence.add(1)
    expect(sequence.interval()![0]).toBeGreaterThan(0.8)
    expect(sequence.interval()![1]).toBe(1)
  })

  it('refuses invalid arguments', () => {
    expect(() => confidenceSequence(0)).toThrow(RangeError)
    expect(() => confidenceSequence().add(1.5)).toThrow(RangeError)
  })
})
