import { describe, expect, it } from 'vitest'
import { fisherTail, oddnessOf } from '../../../shared/stats/attacks/voter-oddness.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'

const PAIRS = 15
const STRENGTHS = [1.2, 0.6, 0.2, -0.4, -0.6, -1]
const pairs = STRENGTHS.flatMap((_, i) => STRENGTHS.slice(i + 1).map((__, k) => [i, i + 1 + k] as const))

/** What the first of a pair gets: 0 won, 1 lost, 2 tie. */
function honest(stream: RandomStream, pair: number): number {
  const [i, j] = pairs[pair]
  const p = sigmoid(STRENGTHS[i] - STRENGTHS[j])
  if (stream.uniform() < 0.25) return 2
  return stream.uniform() < p ? 0 : 1
}

function oddnessIn(
  seed: number,
  others: number,
  own: number,
  vote: (stream: RandomStream, pair: number) => number,
) {
  const stream = new RandomStream(seed, 0)
  const counts = new Float64Array(3 * PAIRS)
  for (let i = 0; i < others; i++) {
    const pair = Math.floor(PAIRS * stream.uniform())
    counts[3 * pair + honest(stream, pair)]++
  }
  const pair = Array.from({ length: own }, () => Math.floor(PAIRS * stream.uniform()))
  return oddnessOf({ pair, outcome: pair.map((one) => vote(stream, one)) }, counts, 3, stream)
}

const share = (runs: number, isSo: (seed: number) => boolean) =>
  Array.from({ length: runs }, (_, seed) => isSo(seed)).filter(Boolean).length / runs

describe('how odd a voter is', () => {
  it('combines p-values by Fisher’s method: tails of χ² as in printed tables', () => {
    for (const [x, k, tail] of [
      [5.991, 1, 0.05],
      [9.488, 2, 0.05],
      [18.307, 5, 0.05],
      [23.209, 5, 0.01],
    ] as const)
      expect(fisherTail(x, k)).toBeCloseTo(tail, 4)
    expect(fisherTail(0, 3)).toBe(1)
    expect(fisherTail(5000, 3)).toBe(0)
  })

  it('equals a computation by hand: one vote against nine with another outcome', () => {
    const oddness = oddnessOf({ pair: [0], outcome: [1] }, [9, 0, 0], 3, new RandomStream(1, 0))
    // p = 1/10; over its two possible values the bound comes down to that very chance
    expect(oddness.votes).toBe(1)
    expect(oddness.p).toBeCloseTo(5 * 0.1, 3)
  })

  it('bounds the probability of the exact distribution from above', () => {
    // five such votes, each odd with chance 1/10 (in the growing bag 1/10, 2/11 …): all five odd
    const counts = [9, 0, 0]
    const { p } = oddnessOf(
      { pair: [0, 0, 0, 0, 0], outcome: [1, 1, 1, 1, 1] },
      counts,
      3,
      new RandomStream(1, 0),
    )
    let exact = 1
    for (let i = 0; i < 5; i++) exact *= (1 + i) / (10 + i)
    expect(p).toBeGreaterThanOrEqual(5 * exact - 1e-9)
    expect(p).toBeLessThan(0.05)
  })

  it('ignores votes on pairs that no other voter saw, and does not depend on the names of outcomes', () => {
    expect(
      oddnessOf({ pair: [0, 1], outcome: [0, 1] }, [0, 0, 0, 0, 0, 0], 3, new RandomStream(1, 0)),
    ).toEqual({ votes: 0, p: 1 })
    const votes = { pair: [0, 1, 0, 1, 0], outcome: [1, 2, 1, 0, 1] }
    const counts = [30, 2, 8, 4, 20, 9]
    const turned = { ...votes, outcome: votes.outcome.map((one) => [1, 0, 2][one]) }
    const other = [2, 30, 8, 20, 4, 9]
    expect(oddnessOf(votes, counts, 3, new RandomStream(3, 0))).toEqual(
      oddnessOf(turned, other, 3, new RandomStream(3, 0)),
    )
  })

  it('is reported for few who vote like the others, and found for who votes against them or always for one side', () => {
    const runs = 400
    expect(share(runs, (seed) => oddnessIn(seed, 600, 60, honest).p <= 0.05)).toBeLessThan(0.05)
    expect(share(runs, (seed) => oddnessIn(seed, 60, 100, honest).p <= 0.05)).toBeLessThan(0.05)
    const contrary = (stream: RandomStream, pair: number) => [1, 0, 2][honest(stream, pair)]
    expect(share(60, (seed) => oddnessIn(seed, 600, 60, contrary).p <= 0.05)).toBeGreaterThan(0.8)
    const alwaysLast = () => 1
    expect(share(60, (seed) => oddnessIn(seed, 600, 60, alwaysLast).p <= 0.05)).toBeGreaterThan(0.9)
  })
})
