/** Draws from the database, while the pool of an arena is read: the same pairs and prompts as from the pool. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arenaBySlug, type Arena } from '../../../server/arenas/index.ts'
import { drawBeforePool } from '../../../server/sampling/draw-battle.ts'
import { pairKey } from '../../../server/sampling/sample-pair.ts'
import { poolIfRead } from '../../../server/sampling/pool.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'

const NAMES = ['A', 'B', 'C', 'D', 'Gone']
const DRAWS = 200

let app: TestApp
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

beforeAll(async () => {
  app = await createTestApp()
  await importInto(app.deps, arenaOf('early', { names: NAMES, prompts: 6, says }))
  const client = await app.database.connect()
  await client.query(`update contestants set retired_at = now() where name = 'Gone'`)
  const { rows } = await client.query(
    'select c.id, c.name, null as key from contestants c union all select id, null, key from prompts',
  )
  nameOf = new Map(rows.filter(({ name }) => name).map(({ id, name }) => [id, name]))
  keyOf = new Map(rows.filter(({ key }) => key).map(({ id, key }) => [id, key]))
  await client.end()
  arena = await arenaBySlug(app.deps.db, 'early', false)
})
afterAll(() => app?.close())

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
