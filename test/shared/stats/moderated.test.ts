import { describe, expect, it } from 'vitest'
import { digamma, inverseTrigamma, moderated, trigamma } from '../../../shared/stats/intervals/moderated.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { normal } from '../../../scripts/dev/simulate/field/world.ts'

describe('digamma and trigamma', () => {
  it.each([
    [1, -0.5772156649, Math.PI ** 2 / 6],
    [0.5, -1.963510026, Math.PI ** 2 / 2],
    [10, 2.2517525891, 0.1051663357],
  ])('of %d have their published values', (x, first, second) => {
    expect(digamma(x)).toBeCloseTo(first, 9)
    expect(trigamma(x)).toBeCloseTo(second, 9)
  })

  it('are inverted correctly', () => {
    for (const x of [0.2, 1, 7.5, 300]) expect(inverseTrigamma(trigamma(x)) / x).toBeCloseTo(1, 7)
  })
})

/** s² = σ² χ²_d / d with σ² = expected · d₀ s₀² / χ²_{d₀}, as the method assumes. */
function drawn(seed: number, count: number, freedom: number, prior: number) {
  const stream = new RandomStream(seed, 0)
  const chi = (degrees: number) =>
    Array.from({ length: degrees }, () => normal(stream) ** 2).reduce((sum, own) => sum + own, 0)
  const expected = Array.from({ length: count }, (_, i) => 1 + (i % 3))
  const truth = expected.map((own) => (prior === Infinity ? own : (own * prior) / chi(prior)))
  const s = truth.map((own) => Math.sqrt((own * chi(freedom)) / freedom))
  return { expected, truth, s }
}

describe('moderated variances', () => {
  it('estimate how far true variances differ, and are nearer to them than single estimates', () => {
    const { expected, truth, s } = drawn(4, 4000, 6, 8)
    const moderation = moderated(s, expected, Array<number>(4000).fill(6))
    expect(moderation.prior).toBeGreaterThan(6.5)
    expect(moderation.prior).toBeLessThan(9.5)
    const miss = (errors: ArrayLike<number>) =>
      truth.reduce((sum, own, i) => sum + Math.log(errors[i] ** 2 / own) ** 2, 0)
    expect(miss(moderation.standardErrors)).toBeLessThan(0.7 * miss(s))
    expect(moderation.freedom[0]).toBeCloseTo(moderation.prior + 6, 10)
  })

  it('have the mean of all variances as their level, also if these scatter less than by chance', () => {
    const s = [0.9, 1, 1.1, 1, 1]
    const { standardErrors, prior } = moderated(s, [1, 1, 1, 1, 1], [2, 2, 2, 2, 2])
    expect(prior).toBe(Infinity)
    for (const own of standardErrors) expect(own ** 2).toBeCloseTo((0.81 + 1.21 + 3) / 5, 12)
  })

  it('are equal if they differ only by chance, with at most as many degrees of freedom as all together', () => {
    const { expected, s } = drawn(5, 8, 4, Infinity)
    const even = s.map((_, i) => Math.sqrt(expected[i]))
    const { prior, standardErrors, freedom } = moderated(even, expected, Array<number>(8).fill(4))
    expect(prior).toBe(Infinity)
    standardErrors.forEach((own, i) => expect(own / standardErrors[0]).toBeCloseTo(even[i] / even[0], 10))
    expect([...freedom]).toEqual(Array<number>(8).fill(28))
  })
})
