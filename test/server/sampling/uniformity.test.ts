/** Chi-square on seeded runs, a fresh voter per draw: pairs uniform, prompts uniform within a pair, sides fair. */
import { describe, expect, it } from 'vitest'
import { poolOf, type Pool } from '../../../server/sampling/pool.ts'
import { pairKey, samplePair } from '../../../server/sampling/sample-pair.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const DRAWS = 20_000
const NOBODY: ReadonlySet<string> = new Set()

/** Wilson and Hilferty (1931): the chi-square statistic as a standard normal deviate. */
function deviate(observed: number[], expected: number[], freedom: number): number {
  const statistic = observed.reduce((sum, count, i) => sum + (count - expected[i]) ** 2 / expected[i], 0)
  const spread = 2 / (9 * freedom)
  return (Math.cbrt(statistic / freedom) - 1 + spread) / Math.sqrt(spread)
}

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

function fromEqual(counts: number[]): number {
  const expected = counts.map(() => sumOf(counts) / counts.length)
  return deviate(counts, expected, counts.length - 1)
}

/** Seven contestants on 12 prompts: the first answers all of them, each further one fewer. */
const uneven = (): Pool =>
  poolOf(
    Array.from({ length: 7 }, (_, c) =>
      Array.from({ length: 12 - c }, (_, p) => ({
        contestant_id: c + 1,
        prompt_id: c % 2 === 0 ? p + 1 : 12 - p,
        answer_id: 100 * c + p,
        // the first two say the same on the first three prompts
        text_sha256: c < 2 && (c === 0 ? p : 11 - p) < 3 ? 'same' : `${c}`,
      })).sort((a, b) => a.prompt_id - b.prompt_id),
    ).flat(),
  )

/** Forty contestants of whom only neighbours share a prompt: 39 of 780 pairs can meet, on one or two prompts. */
const sparse = (): Pool =>
  poolOf(
    Array.from({ length: 40 }, (_, c) =>
      [c, c + 1, ...(c % 2 === 0 ? [100 + c] : [99 + c])].map((prompt, p) => ({
        contestant_id: c + 1,
        prompt_id: prompt + 1,
        answer_id: 100 * c + p,
        text_sha256: `${c}`,
      })),
    ).flat(),
  )

/** Forty contestants of whom four pairs can meet, on one, two, three and four prompts: 64 proposals miss most times. */
const lonely = (): Pool =>
  poolOf(
    Array.from({ length: 40 }, (_, c) =>
      Array.from({ length: c < 8 ? 1 + (c >> 1) : 1 }, (_, p) => ({
        contestant_id: c + 1,
        prompt_id: c < 8 ? 10 * (c >> 1) + p + 1 : 1000 + c,
        answer_id: 100 * c + p,
        text_sha256: `${c}`,
      })),
    ).flat(),
  )

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

const seeded = (seed: number) => {
  const stream = new RandomStream(seed, 0)
  return () => stream.uniform()
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
    expect(Math.abs(fromEqual([...byPair.values()]))).toBeLessThan(3)
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

describe('the test of uniformity', () => {
  it('detects a pair that is drawn a quarter more often than the others', () => {
    const counts = Array.from({ length: 21 }, (_, i) => (i === 0 ? 1179 : 943))
    expect(fromEqual(counts)).toBeGreaterThan(3)
  })

  it('detects draws by prompts first, which favour contestants with more answers', () => {
    const pool = uneven()
    const open = [...openPrompts(pool)]
    const random = seeded(14)
    const counts = new Map<string, number>()
    const meetings = open.flatMap(([pair, prompts]) => prompts.map(() => pair))
    for (let n = 0; n < DRAWS; n++) {
      const pair = meetings[Math.floor(random() * meetings.length)]
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
    expect(fromEqual([...counts.values()])).toBeGreaterThan(3)
  })
})
