/** Which planned judgements come next with focus. */
import { describe, expect, it } from 'vitest'
import { drawWithFocus, type PlannedOfPair } from '../../../server/judging/plan/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** Every pair of contestants 1 … `count`, with so many judgements. */
const allPairs = (count: number, judgements: number): PlannedOfPair[] =>
  Array.from({ length: count }, (_, i) => i + 1).flatMap((i) =>
    Array.from({ length: i - 1 }, (_, j) => ({
      contestants: [j + 1, i] as [number, number],
      judgements: Array.from({ length: judgements }, (__, n) => `${j + 1}-${i} ${n}`),
    })),
  )

const seeded = (seed: number) => {
  const stream = new RandomStream(seed, 0)
  return () => stream.uniform()
}

const pairOf = (id: string) => id.split(' ')[0]

describe('draws with focus among planned judgements', () => {
  it('follow the stated probabilities', () => {
    const random = seeded(5)
    const times = 10_000
    const counts = new Map<string, number>()
    const probabilities = new Map<string, number>()
    for (let n = 0; n < times; n++) {
      const [{ id, pairProbability }] = drawWithFocus(allPairs(6, 1), new Set([1, 2, 3]), 1, random)
      counts.set(pairOf(id), (counts.get(pairOf(id)) ?? 0) + 1)
      probabilities.set(pairOf(id), pairProbability)
    }
    expect([...probabilities.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12)
    // Pearson's statistic on 14 degrees of freedom exceeds 36.1 with probability 0.001
    const statistic = [...probabilities].reduce(
      (sum, [pair, p]) => sum + (counts.get(pair)! - times * p) ** 2 / (times * p),
      0,
    )
    expect(statistic).toBeLessThan(36.1)
    expect(probabilities.get('1-2')).toBeCloseTo(0.5 / 15 + 0.5 / 3, 12)
    expect(probabilities.get('4-5')).toBeCloseTo(0.5 / 15, 12)
  })

  it('take the judgements of a pair in their order, each once, until none is left', () => {
    const planned = allPairs(4, 5)
    const drawn = drawWithFocus(planned, new Set([1, 2]), 1000, seeded(6)).map(({ id }) => id)
    expect(drawn.toSorted()).toEqual(planned.flatMap(({ judgements }) => judgements).toSorted())
    for (const { judgements } of planned)
      expect(drawn.filter((id) => pairOf(id) === pairOf(judgements[0]))).toEqual(judgements)
  })

  it('are uniform without contenders, and once no judgement of contenders is left', () => {
    for (const contenders of [[], [1], [1, 2, 3, 4]])
      expect(drawWithFocus(allPairs(4, 1), new Set(contenders), 1, seeded(7))[0].pairProbability).toBeCloseTo(
        1 / 6,
        12,
      )
    const done = allPairs(4, 1).filter(({ contestants: [, second] }) => second !== 2)
    expect(drawWithFocus(done, new Set([1, 2]), 1, seeded(8))[0].pairProbability).toBeCloseTo(1 / 5, 12)
  })
})
