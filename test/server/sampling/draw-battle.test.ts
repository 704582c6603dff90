import { describe, expect, it } from 'vitest'
import type { IssuedBattle } from '../../../shared/contracts/index.ts'
import { createTestApp, appFor } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { arenaForVisitor, type Arena } from '../../../server/arenas/index.ts'
import { drawBeforePool } from '../../../server/sampling/draw-battle.ts'
import { pairKey } from '../../../server/sampling/sample-pair.ts'
import { poolIfRead } from '../../../server/sampling/pool.ts'

// What a voter is shown one after another, as the arena changes and requests cross.

const meeting = ({ battle: { prompt, left, right } }: IssuedBattle) =>
  JSON.stringify([prompt.messages[0].content, ...[left.text, right.text].sort()])

describe('one battle after another', () => {
  const app = appFor()

  const switchTo = (what: 'retire' | 'restore') =>
    app.asAdmin(`/api/admin/arenas/retiring/contestants/zephrite-v2/${what}`, {})

  it('shows every pair on every prompt once, voted on or not, and then none', async () => {
    await app.import(arenaOf('finite', { prompts: 3 }))
    const visitor = new Visitor(app)
    const met = new Set<string>()
    for (let n = 0; n < 9; n++) {
      const shown = await visitor.battle('finite')
      met.add(meeting(shown))
      if (n % 2 === 0) await visitor.vote(shown, 'tie')
    }
    expect(met.size).toBe(9)
    await expect(visitor.ask('finite')).toBeProblem(409, 'nothing_left_to_vote_on')
    expect((await new Visitor(app).ask('finite')).status).toBe(201)
  })

  it('continues when prompts and answers are added', async () => {
    await app.import(arenaOf('growing', { names: NAMES.slice(0, 2), prompts: 1 }))
    const visitor = new Visitor(app)
    await visitor.battle('growing')
    expect((await visitor.ask('growing')).status).toBe(409)
    await app.import(arenaOf('growing', { names: NAMES.slice(0, 2), prompts: 2 }))
    expect((await visitor.battle('growing')).battle.prompt.messages[0].content).toBe('Question 2?')
    expect((await visitor.ask('growing')).status).toBe(409)
  })

  it('leaves a retired contestant out at once, and shows it again once restored', async () => {
    const says = (name: string, prompt: number) => `${NAMES.indexOf(name)} on ${prompt}`
    await app.import(arenaOf('retiring', { prompts: 10, says }))
    const visitor = new Visitor(app)
    expect((await switchTo('retire')).status).toBe(200)
    for (let n = 0; n < 10; n++) expect(meeting(await visitor.battle('retiring'))).not.toContain('1 on')
    await expect(visitor.ask('retiring')).toBeProblem(409, 'nothing_left_to_vote_on')
    expect((await switchTo('restore')).status).toBe(200)
    expect(meeting(await visitor.battle('retiring'))).toContain('1 on')
  })

  it('shows no prompt that has a key but no text', async () => {
    const arena = arenaOf('keys', { prompts: 2 })
    const prompts = arena.prompts.map((prompt, n) => ({
      ...prompt,
      messages: n === 0 ? null : prompt.messages,
    }))
    const { promptsWithoutText } = await app.import({ ...arena, prompts })
    expect(promptsWithoutText).toBe(1)
    const visitor = new Visitor(app)
    for (let n = 0; n < 3; n++)
      expect((await visitor.battle('keys')).battle.prompt.messages[0].content).toBe('Question 2?')
    expect((await visitor.ask('keys')).status).toBe(409)
  })

  it('never shows an empty answer, or texts that look alike against each other', async () => {
    const texts = ['', ' \n', 'caf\u00e9', ' cafe\u0301 ', 'tea']
    const names = ['A', 'B', 'C', 'D', 'E']
    await app.import(arenaOf('alike', { names, prompts: 1, says: (name) => texts[names.indexOf(name)] }))
    const visitor = new Visitor(app)
    const draws = [await visitor.battle('alike'), await visitor.battle('alike')]
    const shown = draws.map(({ battle: { left, right } }) => [left.text, right.text].sort())
    expect(shown.sort()).toEqual([
      [' cafe\u0301 ', 'tea'],
      ['caf\u00e9', 'tea'],
    ])
    await expect(visitor.ask('alike')).toBeProblem(409, 'nothing_left_to_vote_on')
  })

  it('draws from the database as from the pool: nobody meets an empty answer', async () => {
    const texts: Record<string, string> = { A: '', B: 'tea' }
    await app.import(arenaOf('silent', { names: ['A', 'B'], prompts: 3, says: (name) => texts[name] }))
    expect(await drawBeforePool(app.deps, await app.arena('silent'), new Set())).toBeNull()
    await expect(new Visitor(app).ask('silent')).toBeProblem(409, 'arena_not_ready')
    const listed = await (await app.request('/api/arenas/silent')).json()
    expect(listed).toMatchObject({ votable: false })
  })

  it('gives the last pair to one of two requests that come at once', async () => {
    await app.import(arenaOf('last', { names: NAMES.slice(0, 2), prompts: 2 }))
    const visitor = new Visitor(app)
    await visitor.battle('last')
    const both = await Promise.all([visitor.ask('last'), visitor.ask('last')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    await expect(both.find(({ status }) => status === 409)!).toBeProblem(409, 'nothing_left_to_vote_on')
  })

  it('never shows a pair on a prompt twice to a voter with many simultaneous requests', async () => {
    await app.import(arenaOf('crossing', { prompts: 30 }))
    const visitor = new Visitor(app)
    const first = await visitor.battle('crossing')
    const others = await Promise.all(Array.from({ length: 12 }, () => visitor.battle('crossing')))
    expect(new Set([first, ...others].map(meeting)).size).toBe(13)
  })

  it('tells a voter who keeps drawing the same battles to come back in a moment', async () => {
    const stuck = await createTestApp({ database: app.database, random: () => 0 })
    const visitor = new Visitor(stuck)
    await stuck.import(arenaOf('stuck', { prompts: 30 }))
    await visitor.battle('stuck')
    const all = await Promise.all(Array.from({ length: 20 }, () => visitor.ask('stuck')))
    const refused = all.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    for (const response of refused) {
      expect(response.headers.get('retry-after')).toBe('1')
      await expect(response).toBeProblem(429, 'too_many_requests')
    }
    await stuck.close()
  })
})

/** Draws from the database, while the pool of an arena is read: the same pairs and prompts as from the pool. */
describe('draws while the pool is read', () => {
  const NAMES = ['A', 'B', 'C', 'D', 'Gone']
  const DRAWS = 200
  let arena: Arena
  let nameOf: Map<number, string>
  let keyOf: Map<number, string>

  /** A and B meet on six prompts, on p1 with equal texts. C answers p1 and p2, D names its maker on p1 and answers nothing else. */
  const says = (name: string, prompt: number): string | null => {
    if (name === 'A' || name === 'B') return prompt === 1 ? 'The same.' : `${name} on ${prompt}.`
    if (name === 'C') return prompt <= 2 ? `C on ${prompt}.` : null
    if (name === 'D') return prompt === 1 ? 'I am Claude, made by Anthropic.' : null
    return `Gone on ${prompt}.`
  }

  const app = appFor({}, async () => {
    await app.import(arenaOf('early', { names: NAMES, prompts: 6, says }))
    const client = await app.database.connect()
    await client.query(`update contestants set retired_at = now() where name = 'Gone'`)
    const { rows } = await client.query(
      'select c.id, c.name, null as key from contestants c union all select id, null, key from prompts',
    )
    nameOf = new Map(rows.filter(({ name }) => name).map(({ id, name }) => [id, name]))
    keyOf = new Map(rows.filter(({ key }) => key).map(({ id, key }) => [id, key]))
    await client.end()
    arena = await arenaForVisitor(app.deps.db, 'early', false)
  })

  const idOf = (names: ReadonlyMap<number, string>, wanted: string) =>
    [...names].find(([, name]) => name === wanted)![0]

  it('are uniform over the pairs that can meet, and over their prompts', async () => {
    const pairs = new Map<string, number>()
    const prompts = new Map<string, number>()
    for (let n = 0; n < DRAWS; n++) {
      const draw = (await drawBeforePool(app.deps, arena, new Set()))!
      const pair = [draw.left, draw.right]
        .map(({ contestantId }) => nameOf.get(contestantId)!)
        .sort()
        .join('')
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
      const prompt = `${pair} ${keyOf.get(draw.promptId)}`
      prompts.set(prompt, (prompts.get(prompt) ?? 0) + 1)
    }
    // neither equal texts, nor a leak, nor a retired contestant
    expect([...prompts.keys()].sort()).toEqual([
      ...['p2', 'p3', 'p4', 'p5', 'p6'].map((key) => `AB ${key}`),
      'AC p1',
      'AC p2',
      'BC p1',
      'BC p2',
    ])
    // 4.5 standard deviations
    for (const count of pairs.values()) expect(Math.abs(count - DRAWS / 3)).toBeLessThan(30)
    for (const [prompt, count] of prompts)
      expect(Math.abs(count - DRAWS / (prompt.startsWith('AB') ? 15 : 6))).toBeLessThan(24)
  })

  it('are never what the voter has seen, and none if nothing is left', async () => {
    const [a, b, c] = ['A', 'B', 'C'].map((name) => idOf(nameOf, name)) as [number, number, number]
    const prompt = (n: number) => idOf(keyOf, `p${n}`)
    const seen = new Set([1, 2].flatMap((n) => [pairKey(prompt(n), a, c), pairKey(prompt(n), b, c)]))
    for (const n of [2, 3, 4, 5]) seen.add(pairKey(prompt(n), a, b))
    for (let n = 0; n < 10; n++) {
      const draw = await drawBeforePool(app.deps, arena, seen)
      if (draw) expect(keyOf.get(draw.promptId)).toBe('p6')
    }
    seen.add(pairKey(prompt(6), a, b))
    expect(await drawBeforePool(app.deps, arena, seen)).toBeNull()
  })

  it('leave nothing in memory once the pool is read', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const usedAfter = async (draws: number): Promise<number> => {
      for (let n = 0; n < draws; n++) await poolIfRead(app.deps, arena)
      collect()
      return process.memoryUsage().heapUsed
    }
    const warm = await usedAfter(1000)
    // each used to leave half a kilobyte
    expect((await usedAfter(50_000)) - warm).toBeLessThan(5_000_000)
  })
})
