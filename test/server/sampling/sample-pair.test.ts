import { describe, expect, it } from 'vitest'
import { buildPool, type Pool } from '../../../server/sampling/pool.ts'
import { pairKey, canMeet, samplePair } from '../../../server/sampling/sample-pair.ts'
import { deviate, deviateFromEqual, seeded } from './fair-draws.ts'

/** What a voter has seen who is new. */
const NOBODY: ReadonlySet<string> = new Set()

/** Which pair meets on which prompt: what may be drawn at all. */
describe('which pair meets on which prompt', () => {
  /** One line a contestant; the n-th character is its text on prompt n, a dot is no answer. */
  function poolFrom(...contestants: string[]): Pool {
    return buildPool(
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
    const random = seeded(seed)
    const seen = new Set<string>()
    const drawn: string[] = []
    for (;;) {
      const draw = samplePair(pool, seen, random)
      if (!draw) return drawn
      const met = pairKey(draw.promptId, draw.left.contestantId, draw.right.contestantId)
      seen.add(met)
      drawn.push(met)
    }
  }

  describe('a voter who goes on to the end', () => {
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
      const random = seeded(4)
      for (let n = 0; n < 200; n++) {
        const { promptId, left, right } = samplePair(pool, NOBODY, random)!
        expect(left.answerId).toBe(100 * left.contestantId + promptId)
        expect(right.answerId).toBe(100 * right.contestantId + promptId)
        expect(left.contestantId).not.toBe(right.contestantId)
      }
    })

    it('is in bounds at both ends of the random numbers', () => {
      const pool = poolFrom('ab', 'cd', 'ef')
      for (const end of [0, 1 - 2 ** -48]) expect(samplePair(pool, NOBODY, () => end)).not.toBeNull()
    })

    it('is null if no pair is open', () => {
      const pools = [poolFrom(), poolFrom('abc'), poolFrom('ab', 'ab'), poolFrom('a.', '.b')]
      for (const pool of pools) {
        expect(samplePair(pool, NOBODY, () => 0.5)).toBeNull()
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
      const random = seeded(4)
      const seen = new Set<string>()
      for (let n = 0; n < 50; n++) {
        const { promptId, left, right } = samplePair(pool, seen, random)!
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
})

/** Contestants with several answers to a prompt: which of them meet. */
describe('several answers of a contestant to a prompt', () => {
  /** For each contestant the texts of its answers to one prompt. Ids are 10, 11, … of the first, 20, 21, … of the second. */
  const poolFrom = (...texts: string[]) =>
    buildPool(
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
    const random = seeded(seed)
    const counts = new Map<string, number>()
    for (let n = 0; n < draws; n++) {
      const { left, right } = samplePair(pool, NOBODY, random)!
      const key = [left.answerId, right.answerId].sort((a, b) => a - b).join(' ')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }

  it('are drawn so that every combination of their answers is equally likely', () => {
    const counts = drawn(12_000, 5, 'abc', 'defg')
    expect(counts.size).toBe(12)
    expect(Math.abs(deviateFromEqual([...counts.values()]))).toBeLessThan(3)
  })

  it('never meet with the same text, and all other combinations are equally likely', () => {
    const counts = drawn(10_000, 6, 'aab', 'ab')
    expect([...counts.keys()].sort()).toEqual(['10 21', '11 21', '12 20'])
    expect(Math.abs(deviateFromEqual([...counts.values()]))).toBeLessThan(3)
  })

  it('cannot meet if all texts are the same', () => {
    expect(samplePair(poolFrom('aa', 'aaa'), NOBODY, () => 0.3)).toBeNull()
  })

  it('do not change the draw of single answers, which takes no further random number', () => {
    let taken = 0
    samplePair(poolFrom('a', 'b'), NOBODY, () => ((taken += 1), 0.3))
    expect(taken).toBe(4)
    samplePair(poolFrom('ab', 'c'), NOBODY, () => ((taken += 1), 0.3))
    expect(taken).toBe(9)
  })

  it('close together: a voter who saw the pair on the prompt does not see its other answers', () => {
    expect(samplePair(poolFrom('ab', 'cd'), new Set(['1 1 2']), () => 0.3)).toBeNull()
  })
})

// Chi-square on seeded runs, a fresh voter per draw: pairs uniform, prompts uniform within a pair, sides fair.

const DRAWS = 20_000

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

/** A pool of contestants that answer these prompts, each with this text. */
const poolOf = (
  contestants: number,
  promptsOf: (c: number) => number[],
  textOf = (c: number, _prompt: number) => `${c}`,
): Pool =>
  buildPool(
    Array.from({ length: contestants }, (_, c) =>
      promptsOf(c).map((prompt, p) => ({
        contestant_id: c + 1,
        prompt_id: prompt,
        answer_id: 100 * c + p,
        text_sha256: textOf(c, prompt),
      })),
    ).flat(),
  )
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** Seven contestants on 12 prompts: the first answers all, each further one fewer. The first two say the same on three. */
const uneven = () =>
  poolOf(
    7,
    (c) => upTo(12).filter((prompt) => (c % 2 === 0 ? prompt <= 12 - c : prompt > c)),
    (c, prompt) => (c < 2 && prompt <= 3 ? 'same' : `${c}`),
  )
/** Forty contestants of whom only neighbours share a prompt: 39 of 780 pairs can meet, on one or two prompts. */
const sparse = () => poolOf(40, (c) => [c + 1, c + 2, c % 2 === 0 ? 101 + c : 100 + c])
/** Forty contestants of whom four pairs can meet, on one, two, three and four prompts: 64 proposals miss most times. */
const lonely = () =>
  poolOf(40, (c) => (c < 8 ? upTo(1 + (c >> 1)).map((n) => 10 * (c >> 1) + n) : [1000 + c]))

function openPrompts(pool: Pool): Map<string, number[]> {
  const open = new Map<string, number[]>()
  pool.contestants.forEach((one, i) =>
    pool.contestants.slice(0, i).forEach((other, j) => {
      const prompts = [...pool.answers[i]].filter(([prompt, [{ text }]]) => {
        const [answer] = pool.answers[j].get(prompt) ?? []
        return answer && answer.text !== text
      })
      if (prompts.length > 0)
        open.set(
          `${Math.min(one, other)} ${Math.max(one, other)}`,
          prompts.map(([prompt]) => prompt),
        )
    }),
  )
  return open
}

function draws(pool: Pool, random: () => number) {
  const byPair = new Map<string, number>()
  const byMeeting = new Map<string, number>()
  const leftOf = new Map<string, number>()
  for (let n = 0; n < DRAWS; n++) {
    const { promptId, left, right } = samplePair(pool, NOBODY, random)!
    const met = pairKey(promptId, left.contestantId, right.contestantId)
    const pair = met.slice(met.indexOf(' ') + 1)
    byMeeting.set(met, (byMeeting.get(met) ?? 0) + 1)
    byPair.set(pair, (byPair.get(pair) ?? 0) + 1)
    if (left.contestantId < right.contestantId) leftOf.set(pair, (leftOf.get(pair) ?? 0) + 1)
  }
  return { byPair, byMeeting, leftOf }
}

describe.each([
  ['where contestants answered unequally many prompts', uneven(), seeded(11)],
  ['where hardly any pair shares a prompt', sparse(), seeded(12)],
  ['where so few pairs can meet that most draws list them', lonely(), seeded(13)],
])('%s', (_, pool, random) => {
  const open = openPrompts(pool)
  const { byPair, byMeeting, leftOf } = draws(pool, random)

  it('only open pairs are drawn, and each equally often', () => {
    expect([...byPair.keys()].sort()).toEqual([...open.keys()].sort())
    expect(Math.abs(deviateFromEqual([...byPair.values()]))).toBeLessThan(3)
  })

  it('each pair meets on each of its open prompts equally often', () => {
    const meetings = [...open].flatMap(([pair, prompts]) =>
      prompts.map((prompt) => ({ pair, prompt, prompts })),
    )
    const observed = meetings.map(({ pair, prompt }) => byMeeting.get(`${prompt} ${pair}`) ?? 0)
    const expected = meetings.map(({ pair, prompts }) => byPair.get(pair)! / prompts.length)
    expect(sumOf(observed)).toBe(DRAWS)
    expect(Math.abs(deviate(observed, expected, meetings.length - open.size))).toBeLessThan(3)
  })

  it('each contestant of a pair stands on either side equally often', () => {
    const sides = [...byPair].map(
      ([pair, count]) => ((leftOf.get(pair) ?? 0) - count / 2) / Math.sqrt(count / 4),
    )
    const left = sumOf([...leftOf.values()])
    expect(Math.abs(left - DRAWS / 2) / Math.sqrt(DRAWS / 4)).toBeLessThan(3)
    expect(Math.max(...sides.map(Math.abs))).toBeLessThan(4)
  })
})
