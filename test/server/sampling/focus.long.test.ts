/** Draws with focus: each pair is drawn as often as the probability says that is stored with the battle. */
import { describe, expect, it } from 'vitest'
import { sampleWithFocus } from '../../../server/sampling/focus.ts'
import { buildPool, type Pool } from '../../../server/sampling/pool.ts'
import { pairKey } from '../../../server/sampling/sample-pair.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { deviate, deviateFromEqual, seeded } from './fair-draws.ts'

/** Contestants 1 … `count`, each with its own answer to every prompt. */
const full = (count: number, prompts: number): Pool =>
  buildPool(
    Array.from({ length: count }, (_, c) =>
      Array.from({ length: prompts }, (__, p) => ({
        contestant_id: c + 1,
        prompt_id: p + 1,
        answer_id: 100 * c + p,
        text_sha256: `${c}`,
      })),
    ).flat(),
  )

interface Drawn {
  count: number
  probability: number
}

function draws(pool: Pool, contenders: number[], seen: string[], times: number, seed: number) {
  const random = seeded(seed)
  const drawn = new Map<string, Drawn>()
  const changed: string[] = []
  for (let n = 0; n < times; n++) {
    const { left, right, pairProbability } = sampleWithFocus(
      pool,
      new Set(contenders),
      new Set(seen),
      random,
    )!
    const pair = pairKey(0, left.contestantId, right.contestantId).slice(2)
    const one = drawn.get(pair) ?? { count: 0, probability: pairProbability! }
    if (pairProbability !== one.probability) changed.push(pair)
    drawn.set(pair, { ...one, count: one.count + 1 })
  }
  expect(changed).toEqual([])
  return drawn
}

const TIMES = 20_000

describe('a draw with focus', () => {
  it.each([
    ['nothing was seen', []],
    // contestants 1 and 2 are a closed pair then, and 1 and 3 are open on one prompt
    ['a voter has seen a pair of contenders on every prompt', ['1 1 2', '2 1 2', '1 1 3']],
    ['a voter has seen a pair of others on every prompt', ['1 4 5', '2 4 5']],
  ])('follows the stated probabilities if %s', (_, seen) => {
    const drawn = [...draws(full(7, 2), [1, 2, 3], seen, TIMES, 21).values()]
    expect(drawn.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12)
    const observed = drawn.map(({ count }) => count)
    const expected = drawn.map(({ probability }) => TIMES * probability)
    expect(Math.abs(deviate(observed, expected))).toBeLessThan(3)
    // 3 of 21 pairs get half of the draws and their share of the other half
    expect(Math.max(...drawn.map(({ probability }) => probability))).toBeGreaterThan(0.15)
  })

  it.each([
    ['nobody is a contender', []],
    ['there is one contender', [4]],
    ['everybody is a contender', [1, 2, 3, 4, 5, 6, 7]],
    ['contenders have no open pair left', [1, 2]],
  ])('is uniform if %s', (_, contenders) => {
    const seen = ['1 1 2', '2 1 2']
    const drawn = draws(full(7, 2), contenders, seen, TIMES, 22)
    expect(drawn.size).toBe(20)
    for (const { probability } of drawn.values()) expect(probability).toBeCloseTo(1 / 20, 12)
    const observed = [...drawn.values()].map(({ count }) => count)
    expect(Math.abs(deviateFromEqual(observed))).toBeLessThan(3)
  })

  it('is null if no pair is open', () => {
    expect(sampleWithFocus(full(2, 1), new Set([1, 2]), new Set(['1 1 2']), seeded(1))).toBeNull()
  })
})

describe('an arena with sampling: focus', () => {
  const names = ['first', 'second', 'third', 'fourth', 'fifth']

  const app = appFor()

  /** Votes among five: the first two are even, and beat each of the others; or a step wins 55 %, two steps 60 %. */
  function votes(last: 'known' | 'unbeaten' | 'close') {
    const all = []
    for (let prompt = 1; prompt <= 160; prompt++)
      for (const [i, left] of names.entries())
        for (const [j, right] of names.entries()) {
          if (j <= i || (last === 'unbeaten' && j === 4)) continue
          const isEven = i === 0 && j === 1
          // the weaker of two wins on one prompt of ten
          const wins = isEven
            ? prompt % 2 === 0
            : last === 'close'
              ? (7 * prompt + 3 * i + 4 * j) % 100 < 50 + 5 * (j - i)
              : (prompt + 3 * i + 4 * j) % 10 !== 0
          all.push(voteOf(left, right, wins ? 'left' : 'right', { prompt: `p${prompt}` }))
        }
    return all
  }

  const focused = (slug: string, last: 'known' | 'unbeaten' | 'close' = 'known') =>
    app.import(arenaOf(slug, { names, prompts: 160, votes: votes(last), settings: { sampling: 'focus' } }))

  const board = (slug: string) => app.board(slug)

  const stored = async (slug: string) => {
    const rows = await app.sql<{ pair: string; probability: number | null }>`
      select least(l.name, r.name) || ' ' || greatest(l.name, r.name) as pair, pair_probability as probability
      from battles b join arenas a on a.id = b.arena_id and a.slug = ${slug}
      join contestants l on l.arena_id = a.id and l.id = b.left_contestant_id
      join contestants r on r.arena_id = a.id and r.id = b.right_contestant_id
      where b.origin = 'page'`
    return rows
  }

  const DRAWS = 120

  async function drawMany(slug: string, times: number) {
    for (let n = 0; n < times; n++) await new Visitor(app).battle(slug)
    const rows = await stored(slug)
    expect(rows).toHaveLength(times)
    return Map.groupBy(rows, ({ pair }) => pair)
  }

  it('draws half of the battles among those in a dead heat, and stores each probability', async () => {
    await focused('focused')
    const { leader, deadHeat } = await board('focused')
    expect([leader, deadHeat.toSorted()]).toEqual([null, ['first', 'second']])
    const byPair = await drawMany('focused', DRAWS)
    for (const [pair, rows] of byPair)
      for (const { probability } of rows)
        expect(probability).toBeCloseTo(pair === 'first second' ? 0.05 + 0.5 : 0.05, 12)
    const expected = [...byPair].map(([, rows]) => DRAWS * rows[0].probability!)
    expect(byPair.size).toBe(10)
    const observed = [...byPair.values()].map(({ length }) => length)
    expect(Math.abs(deviate(observed, expected))).toBeLessThan(3)
  })

  it('draws no more among those whom a bar lies above', async () => {
    await focused('close', 'close')
    const { deadHeat, contestants, finishLine } = await board('close')
    expect(deadHeat.length).toBeGreaterThan(1)
    expect(deadHeat.length).toBeLessThan(5)
    for (const { name, interval } of contestants)
      expect([name, deadHeat.includes(name)]).toEqual([name, interval![1] >= finishLine!])
    const pairs = (deadHeat.length * (deadHeat.length - 1)) / 2
    for (const [pair, [{ probability }]] of await drawMany('close', 40)) {
      const isAmong = pair.split(' ').every((name) => deadHeat.includes(name))
      expect([pair, probability]).toEqual([pair, expect.closeTo(isAmong ? 0.05 + 0.5 / pairs : 0.05, 12)])
    }
  })

  it('counts a newcomer without votes among those in the dead heat', async () => {
    await focused('newcomer', 'unbeaten')
    await board('newcomer')
    const byPair = await drawMany('newcomer', 60)
    const shares = [...byPair].map(([pair, [{ probability }]]) => [pair, probability] as const)
    const probabilityOf = new Map(shares)
    for (const pair of ['first second', 'fifth first', 'fifth second'])
      expect(probabilityOf.get(pair)).toBeCloseTo(0.05 + 0.5 / 3, 12)
    expect(probabilityOf.get('fifth fourth')).toBeCloseTo(0.05, 12)
  })

  it('makes the board state that pairs were drawn with focus, once one was', async () => {
    await focused('warned')
    const codes = async () => (await board('warned')).warnings.map(({ code }) => code)
    expect(await codes()).not.toContain('focused_draws')
    const visitor = new Visitor(app)
    await visitor.vote(await visitor.battle('warned'), 'left')
    await expect.poll(codes).toContain('focused_draws')
  })

  it('draws uniformly if the board names a leader', async () => {
    const one = voteOf('first', 'second', 'left')
    const clear = Array.from({ length: 200 }, (_, n) => ({ ...one, key: `clear ${n}`, prompt: `p${n + 1}` }))
    const lost = clear
      .slice(0, 50)
      .map((vote, n) => ({ ...vote, key: `lost ${n}`, outcome: 'right' as const }))
    const two = { names: names.slice(0, 2), prompts: 200, votes: [...clear.slice(50), ...lost] }
    await app.import(arenaOf('decided', { ...two, settings: { sampling: 'focus' } }))
    expect((await board('decided')).leader).toBe('first')
    await new Visitor(app).battle('decided')
    expect(await stored('decided')).toEqual([{ pair: 'first second', probability: null }])
  })
})
