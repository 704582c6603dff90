import { describe, expect, it } from 'vitest'
import { confidenceSequence, stoppingOf } from '../../../shared/stats/looks/watched-mean.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const drawn = (seed: number, n: number, p: number) => {
  const stream = new RandomStream(seed, 0)
  return Float64Array.from({ length: n }, () => (stream.uniform() < p ? 1 : 0))
}

describe('the stopping report', () => {
  it('names the first look at which ½ was excluded', () => {
    const scores = drawn(4, 300, 0.7)
    const stopping = stoppingOf(scores)
    const sequence = confidenceSequence()
    let first = 0
    scores.forEach((score, i) => {
      sequence.add(score)
      const [low] = sequence.interval()!
      if (first === 0 && low > 0.5) first = i + 1
    })
    expect(first).toBeGreaterThan(10)
    expect(stopping).toMatchObject({
      decidedAfter: first,
      decidedFor: 'own',
      moreToDecide: null,
      batches: 300,
    })
    expect(stopping.interval).toEqual(sequence.interval())
    expect(stoppingOf(scores.map((score) => 1 - score))).toMatchObject({
      decidedAfter: first,
      decidedFor: 'other',
    })
  })

  it('predicts how many more such batches would decide, by repeating them', () => {
    const scores = drawn(9, 30, 0.65)
    const { decidedAfter, moreToDecide } = stoppingOf(scores)
    expect(decidedAfter).toBeNull()
    const longer = Array.from({ length: 30 + moreToDecide! }, (_, i) => scores[i % 30])
    expect(stoppingOf(longer).decidedAfter).toBe(30 + moreToDecide!)
    expect(stoppingOf(longer.slice(0, -1)).decidedAfter).toBeNull()
  })

  it('is empty without batches, and predicts nothing for a draw', () => {
    expect(stoppingOf([])).toEqual({
      batches: 0,
      mean: 0.5,
      interval: [0, 1],
      decidedAfter: null,
      decidedFor: null,
      moreToDecide: null,
    })
    expect(stoppingOf([0.5, 0.5, 0.5]).moreToDecide).toBeNull()
  })

  it('separates equals in few of many runs with a look after every batch', () => {
    const runs = 100
    let decided = 0
    for (let seed = 0; seed < runs; seed++)
      if (stoppingOf(drawn(seed, 60, 0.5)).decidedAfter !== null) decided++
    expect(decided / runs).toBeLessThan(0.06)
  })
})
