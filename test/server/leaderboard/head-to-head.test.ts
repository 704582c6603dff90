import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { HeadToHead, SamplingCounts } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp, ADMIN_TOKEN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

// Who beat whom: counted per pair from published votes alone, blank where two never met.

const [quillon, zephrite, marlowe] = NAMES as [string, string, string]
const VOTES = () => [
  ...Array.from({ length: 6 }, () => voteOf(quillon, zephrite, 'left')),
  voteOf(zephrite, quillon, 'left'),
  voteOf(zephrite, quillon, 'right', { prompt: 'p2' }),
  voteOf(zephrite, quillon, 'tie'),
  voteOf(quillon, zephrite, 'both_bad'),
  voteOf(marlowe, quillon, 'tie'),
  voteOf(marlowe, quillon, 'right', { source: 'simulated' }),
]

describe('the head-to-head record', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp({ publishEvery: 600, clock: '2024-05-01T12:00:00.000Z' })
    await app.work()
    const castAt = new Date('2024-05-01T11:55:00.000Z')
    const votes = VOTES().map((vote) => ({ ...vote, castAt }))
    await importInto(app.deps, arenaOf('met', { votes, categories: ['travel', 'billing'] }))
    await importInto(app.deps, arenaOf('fresh'))
    await app.publish()
    await app.settle()
  })
  afterAll(() => app.close())

  const get = (query = '', arena = 'met', headers = {}) =>
    app.request(`/api/arenas/${arena}/head-to-head${query}`, { headers })
  const record = async (query = '', arena = 'met') => HeadToHead.parse(await (await get(query, arena)).json())
  /** By name, with the first named first. */
  const named = ({ contestants, pairs }: HeadToHead) =>
    pairs.map(({ a, b, interval: _interval, ...counts }) => [contestants[a], contestants[b], counts])

  it('counts both sides alike, ties beside the wins, and lists only opponents that met', async () => {
    const met = await record()
    expect(met).toMatchObject({ arena: 'met', votes: 11, view: { source: 'humans', category: null } })
    expect(met.contestants).toEqual([...NAMES].sort())
    expect(named(met)).toEqual([
      [marlowe, quillon, { wins: 0, losses: 0, ties: 1, bothBad: 0 }],
      [quillon, zephrite, { wins: 7, losses: 1, ties: 2, bothBad: 1 }],
    ])
  })

  it("gives Wilson's interval of the decisive votes, and none without a decisive vote", async () => {
    const { pairs } = await record()
    // 7 of 8: centre (p + z²/2n) / (1 + z²/n), by hand
    const [low, high] = pairs[1].interval!
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.5291', '0.9776'])
    expect(pairs[0].interval).toBeNull()
  })

  it('follows the switches of the board', async () => {
    const simulated = [[marlowe, quillon, { wins: 0, losses: 1, ties: 0, bothBad: 0 }]]
    expect(named(await record('?source=simulated'))).toEqual(simulated)
    const travel = [[quillon, zephrite, { wins: 1, losses: 0, ties: 0, bothBad: 0 }]]
    expect(named(await record('?category=travel'))).toEqual(travel)
    expect((await record('?from=2025-01-01')).pairs).toEqual([])
    expect(await problemOf(await get('?category=none'))).toEqual([400, 'invalid_request'])
    expect(await problemOf(await get('', 'nowhere'))).toEqual([404, 'arena_unknown'])
  })

  it('is empty before the first vote', async () => {
    expect(await record('', 'fresh')).toMatchObject({ votes: 0, pairs: [] })
  })

  it('keeps its ETag until the next publication, then counts the new votes without retracted ones', async () => {
    const etag = (await get()).headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    app.clock.advance(5)
    const [one, other] = [new Visitor(app), new Visitor(app)]
    await one.vote(await one.battle('met'), 'left')
    const regretted = await other.battle('met')
    await other.vote(regretted, 'both_bad')
    expect((await other.takeBack(regretted)).status).toBe(200)
    expect((await get('', 'met', { 'if-none-match': etag })).status).toBe(304)
    await app.publish()
    const next = await get('', 'met', { 'if-none-match': etag })
    expect(next.status).toBe(200)
    const { votes, pairs } = HeadToHead.parse(await next.json())
    expect(votes).toBe(12)
    const total = pairs.reduce((all, { wins, losses, ties }) => all + wins + losses + ties, 0)
    expect([total, pairs.reduce((all, { bothBad }) => all + bothBad, 0)]).toEqual([12, 1])
  })
})

/** Votes on every pair that can be drawn, met or not. */
describe('the votes on each pair', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    const names = ['Ash', 'Birch', 'Cedar', 'Dogwood']
    const votes = [
      ...Array.from({ length: 5 }, () => voteOf('Ash', 'Birch', 'left')),
      voteOf('Cedar', 'Ash', 'tie'),
      voteOf('Ash', 'Cedar', 'both_bad'),
      voteOf('Cedar', 'Ash', 'right'),
    ]
    await importInto(app.deps, arenaOf('even', { names, votes }))
    await importInto(app.deps, arenaOf('fresh'))
  })
  afterAll(() => app?.close())

  const get = (arena = 'even', headers = {}, query = '') =>
    app.request(`/api/arenas/${arena}/sampling${query}`, { headers })
  const counts = async (arena = 'even', query = '') =>
    SamplingCounts.parse(await (await get(arena, {}, query)).json())

  it('counts the votes of each pair of contestants with votes, whatever the outcome, and how even they are', async () => {
    const { contestants, votes, pairs, evenness } = await counts()
    expect([contestants, votes]).toEqual([['Ash', 'Birch', 'Cedar'], 8])
    expect(pairs!.map(({ a, b, votes: own }) => [a, b, own])).toEqual([
      [0, 1, 5],
      [0, 2, 3],
      [1, 2, 0],
    ])
    expect(pairs![0].ofExpected).toBeCloseTo(1.875, 12)
    expect(evenness).toMatchObject({ degreesOfFreedom: 2 })
    expect(evenness!.chiSquare).toBeCloseTo((3 * 34) / 8 - 8, 9)
  })

  it('counts pairs by their votes; pairs=none leaves their list out', async () => {
    const { pairs, byVotes, evenness } = await counts('even', '?pairs=none')
    expect(pairs).toBeUndefined()
    expect(byVotes).toEqual([
      { votes: 0, pairs: 1 },
      { votes: 3, pairs: 1 },
      { votes: 5, pairs: 1 },
    ])
    expect(evenness).toEqual((await counts()).evenness)
  })

  it('is empty without votes, and not sent again to a client that has it', async () => {
    expect(await counts('fresh')).toMatchObject({ contestants: [], pairs: [], votes: 0, evenness: null })
    const etag = (await get()).headers.get('etag')!
    expect((await get('even', { 'if-none-match': etag })).status).toBe(304)
  })

  it('leaves out retired contestants, since they are no longer drawn', async () => {
    const etag = (await get()).headers.get('etag')!
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const retired = await app.request('/api/admin/arenas/even/contestants/birch/retire', {
      method: 'POST',
      headers,
    })
    expect(retired.status).toBe(200)
    expect((await get('even', { 'if-none-match': etag })).status).toBe(200)
    expect(await counts()).toMatchObject({ contestants: ['Ash', 'Cedar'], votes: 3, evenness: null })
  })
})
