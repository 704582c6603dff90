/** Quasi-variances by relative errors: exact where they can be, and short for pairs that are known well. */
import { describe, expect, it } from 'vitest'
import { pairwiseErrors } from '../../../shared/stats/intervals/intervals.ts'
import { deviationsOf, quasiErrors } from '../../../shared/stats/intervals/spread.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { Deviations } from '../../../shared/stats/intervals/bootstrap.ts'

const normal = (stream: RandomStream) =>
  Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())

/** Rounds in which `errorsOf` says how far off each contestant is, less their mean. */
function roundsOf(
  rounds: number,
  contestants: number,
  errorsOf: (stream: RandomStream) => number[],
): Deviations {
  const values = new Float64Array(rounds * contestants)
  for (let round = 0; round < rounds; round++) {
    const errors = errorsOf(new RandomStream(7, round))
    const mean = errors.reduce((sum, one) => sum + one, 0) / contestants
    errors.forEach((error, i) => (values[round * contestants + i] = error - mean))
  }
  return { rounds, contestants, values }
}

const nobody = () => false

describe('w by relative errors', () => {
  it('recovers the standard errors of independent estimates', () => {
    const sd = [0.1, 0.2, 0.3, 0.4, 0.5]
    const drawn = roundsOf(20_000, 5, (stream) => sd.map((one) => one * normal(stream)))
    const w = pairwiseErrors(drawn, deviationsOf(drawn), nobody)
    sd.forEach((one, i) => expect(w[i]).toBeCloseTo(one, 2))
    quasiErrors(deviationsOf(drawn)).forEach((one, i) => expect(w[i]).toBeCloseTo(one, 2))
  })

  it('gives two that met often their short error, while absolute errors make both bars long', () => {
    // the first two share a large error towards all others
    const drawn = roundsOf(20_000, 6, (stream) => {
      const shared = 0.3 * normal(stream)
      return Array.from({ length: 6 }, (_, i) => (i < 2 ? shared : 0) + 0.05 * normal(stream))
    })
    const s = deviationsOf(drawn)
    const [first, second] = pairwiseErrors(drawn, s, nobody)
    const [long] = quasiErrors(s)
    const difference = 0.05 * Math.SQRT2
    expect(Math.hypot(first, second) / difference).toBeLessThan(1.2)
    expect((long * Math.SQRT2) / difference).toBeGreaterThan(3)
  })

  it('falls back to absolute errors if rounds never move two contestants apart', () => {
    const drawn = roundsOf(100, 3, (stream) => {
      const one = normal(stream)
      return [one, one, normal(stream)]
    })
    const s = deviationsOf(drawn)
    expect(pairwiseErrors(drawn, s, nobody)).toEqual(quasiErrors(s))
  })

  it('gives a contestant with few votes the bar of absolute errors', () => {
    // the last two always move alike, since one tie between them never changes
    const drawn = roundsOf(2000, 5, (stream) => {
      const errors = Array.from({ length: 4 }, () => 0.3 * normal(stream))
      return [...errors, errors[3]]
    })
    const s = deviationsOf(drawn)
    s[4] = 2
    const w = pairwiseErrors(drawn, s, (i) => i > 2)
    expect([...w.subarray(3)]).toEqual([...quasiErrors(s).subarray(3)])
    for (const one of w.subarray(0, 3)) expect(one).toBeCloseTo(0.3, 1)
  })
})
