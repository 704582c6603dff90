/** Contestants with several answers to a prompt: which of them meet. */
import { describe, expect, it } from 'vitest'
import { poolOf } from '../../../server/sampling/pool.ts'
import { samplePair } from '../../../server/sampling/sample-pair.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** For each contestant the texts of its answers to one prompt. Ids are 10, 11, … of the first, 20, 21, … of the second. */
const poolFrom = (...texts: string[]) =>
  poolOf(
    texts.flatMap((answers, c) =>
      [...answers].map((text, s) => ({
        contestant_id: c + 1,
        prompt_id: 1,
        answer_id: 10 * (c + 1) + s,
        text_sha256: text,
      })),
    ),
  )

function drawn(draws: number, seed: number, ...texts: string[]): Map<string, number> {
  const pool = poolFrom(...texts)
  const stream = new RandomStream(seed, 0)
  const counts = new Map<string, number>()
  for (let n = 0; n < draws; n++) {
    const { left, right } = samplePair(pool, new Set(), () => stream.uniform())!
    const key = [left.answerId, right.answerId].sort((a, b) => a - b).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Pearson's statistic against equal counts; 99.9 % quantiles: Fisher & Yates, Statistical Tables, table IV. */
const statistic = (counts: Map<string, number>, cells: number, draws: number) =>
  [...counts.values()].reduce((sum, count) => sum + (count - draws / cells) ** 2 / (draws / cells), 0)

describe('several answers of a contestant to a prompt', () => {
  it('are drawn so that every combination of their answers is equally likely', () => {
    const counts = drawn(12_000, 5, 'abc', 'defg')
    expect(counts.size).toBe(12)
    // 11 degrees of freedom
    expect(statistic(counts, 12, 12_000)).toBeLessThan(31.26)
  })

  it('never meet with the same text, and all other combinations are equally likely', () => {
    const counts = drawn(10_000, 6, 'aab', 'ab')
    expect([...counts.keys()].sort()).toEqual(['10 21', '11 21', '12 20'])
    // 2 degrees of freedom
    expect(statistic(counts, 3, 10_000)).toBeLessThan(13.82)
  })

  it('cannot meet if all texts are the same', () => {
    expect(samplePair(poolFrom('aa', 'aaa'), new Set(), () => 0.3)).toBeNull()
  })

  it('do not change the draw of single answers, which takes no further random number', () => {
    let taken = 0
    samplePair(poolFrom('a', 'b'), new Set(), () => ((taken += 1), 0.3))
    expect(taken).toBe(4)
    samplePair(poolFrom('ab', 'c'), new Set(), () => ((taken += 1), 0.3))
    expect(taken).toBe(9)
  })

  it('close together: a voter who saw the pair on the prompt does not see its other answers', () => {
    expect(samplePair(poolFrom('ab', 'cd'), new Set(['1 1 2']), () => 0.3)).toBeNull()
  })
})
