/** Which pair meets on which prompt: what may be drawn at all. */
import { describe, expect, it } from 'vitest'
import { poolOf, type Pool } from '../../../server/sampling/pool.ts'
import { pairKey, canMeet, samplePair } from '../../../server/sampling/sample-pair.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** One line a contestant; the n-th character is its text on prompt n, a dot is no answer. */
function poolFrom(...contestants: string[]): Pool {
  return poolOf(
    contestants.flatMap((answers, c) =>
      [...answers].flatMap((text, p) =>
        text === '.'
          ? []
          : { contestant_id: c + 1, prompt_id: p + 1, answer_id: 100 * (c + 1) + p + 1, text_sha256: text },
      ),
    ),
  )
}

/** Everything a voter is shown who goes on until nothing is left, as meetings. */
function drawAll(pool: Pool, seed: number): string[] {
  const stream = new RandomStream(seed, 0)
  const seen = new Set<string>()
  const drawn: string[] = []
  for (;;) {
    const draw = samplePair(pool, seen, () => stream.uniform())
    if (!draw) return drawn
    const met = pairKey(draw.promptId, draw.left.contestantId, draw.right.contestantId)
    seen.add(met)
    drawn.push(met)
  }
}

describe('a voter who goes on to the end', () => {
  it('meets every pair on every prompt once', () => {
    const drawn = drawAll(poolFrom('abcd', 'efgh', 'ijkl'), 1)
    expect(drawn).toHaveLength(3 * 4)
    expect(new Set(drawn).size).toBe(3 * 4)
  })

  it('never meets two identical texts, nor a contestant without an answer', () => {
    const drawn = drawAll(poolFrom('aab.', 'abcd', 'aaxd'), 2)
    expect(drawn.sort()).toEqual(['2 1 2', '2 2 3', '3 1 2', '3 1 3', '3 2 3'])
  })

  it('finds the only open pair among thousands of closed ones', () => {
    const pool = poolFrom(...Array.from({ length: 60 }, (_, c) => (c < 2 ? `same${c}` : 'same.')))
    expect(drawAll(pool, 3)).toEqual(['5 1 2'])
  })
})

describe('a draw', () => {
  it('has for each side the answer of its contestant to the drawn prompt', () => {
    const pool = poolFrom('ab', 'cd', 'ef')
    const stream = new RandomStream(4, 0)
    for (let n = 0; n < 200; n++) {
      const { promptId, left, right } = samplePair(pool, new Set(), () => stream.uniform())!
      expect(left.answerId).toBe(100 * left.contestantId + promptId)
      expect(right.answerId).toBe(100 * right.contestantId + promptId)
      expect(left.contestantId).not.toBe(right.contestantId)
    }
  })

  it('depends on the random numbers alone', () => {
    const draws = () => {
      const stream = new RandomStream(5, 0)
      const pool = poolFrom('abc', 'def', 'ghi', 'jkl')
      return Array.from({ length: 50 }, () => samplePair(pool, new Set(), () => stream.uniform()))
    }
    expect(draws()).toEqual(draws())
  })

  it('is in bounds at both ends of the random numbers', () => {
    const pool = poolFrom('ab', 'cd', 'ef')
    for (const end of [0, 1 - 2 ** -48]) expect(samplePair(pool, new Set(), () => end)).not.toBeNull()
  })

  it('is null if no pair is open', () => {
    const pools = [poolFrom(), poolFrom('abc'), poolFrom('ab', 'ab'), poolFrom('a.', '.b')]
    for (const pool of pools) {
      expect(samplePair(pool, new Set(), () => 0.5)).toBeNull()
      expect(canMeet(pool)).toBe(false)
    }
    expect(canMeet(poolFrom('ab', 'ac'))).toBe(true)
  })
})

describe('a draw among a thousand prompts', () => {
  /** A pool of two contestants, and how many answers were looked at. */
  function watchedPool() {
    const pool = poolFrom('a'.repeat(1000), 'b'.repeat(1000))
    const looked = { at: 0 }
    for (const answers of pool.answers) {
      const { get } = answers
      answers.get = function (prompt) {
        looked.at++
        return get.call(this, prompt)
      }
    }
    return { pool, looked }
  }

  it('looks through all of them for the first time of a pair alone', () => {
    const { pool, looked } = watchedPool()
    const stream = new RandomStream(4, 0)
    const seen = new Set<string>()
    for (let n = 0; n < 50; n++) {
      const { promptId, left, right } = samplePair(pool, seen, () => stream.uniform())!
      const key = pairKey(promptId, left.contestantId, right.contestantId)
      expect(seen.has(key)).toBe(false)
      seen.add(key)
      if (n === 0) looked.at = 0
    }
    expect(looked.at).toBeLessThanOrEqual(2 * 50)
  })

  it('draws what is left, whichever is longer: what was seen or what there is', () => {
    const { pool } = watchedPool()
    const but = (left: number) =>
      new Set(Array.from({ length: 1000 }, (_, n) => pairKey(n + 1, 1, 2)).filter((_, n) => n + 1 !== left))
    const more = Array.from({ length: 2000 }, (_, n) => pairKey(n + 1, 7, 8))
    for (const left of [1, 500, 1000]) {
      expect(samplePair(pool, but(left), () => 0.3)!.promptId).toBe(left)
      expect(samplePair(pool, new Set([...but(left), ...more]), () => 0.3)!.promptId).toBe(left)
    }
  })
})
