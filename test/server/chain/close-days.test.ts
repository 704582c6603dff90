/** The chain of daily digests. */
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { closeDays } from '../../../server/chain/index.ts'
import { ChainDigests } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

const [first, second] = NAMES as [string, string]
const open: TestApp[] = []
afterEach(async () => {
  for (const app of open.splice(0).reverse()) await app.close()
})

async function appOn(day: string, database?: TestApp['database']): Promise<TestApp> {
  const app = await createTestApp({ clock: `${day}T12:00:00.000Z`, ...(database && { database }) })
  open.push(app)
  return app
}

const vote = (app: TestApp, count = 1) =>
  app.import({
    ...arenaOf('chained'),
    votes: Array.from({ length: count }, () => voteOf(first, second, 'left', { voter: 'ada' })),
  })

async function digestsOf(app: TestApp, query = '') {
  const answer = await app.request(`/api/arenas/chained/digests${query}`)
  expect(answer.status).toBe(200)
  return ChainDigests.parse(await answer.json())
}

describe('the chain of digests', () => {
  it('gets a digest for each day that has ended, also for a day without votes, linked to the day before', async () => {
    const app = await appOn('2024-05-01')
    await vote(app, 3)
    expect(await closeDays(app.deps)).toBe(0)
    app.clock.set('2024-05-03T08:00:00Z')
    await vote(app, 2)
    app.clock.set('2024-05-04T00:10:00Z')
    expect(await closeDays(app.deps)).toBe(3)
    const { digests } = await digestsOf(app)
    expect(digests.map(({ day, votes, late, madeLater }) => [day, votes, late, madeLater])).toEqual([
      ['2024-05-03', 2, 0, false],
      ['2024-05-02', 0, 0, true],
      ['2024-05-01', 3, 0, true],
    ])
    expect(digests.map(({ previous }) => previous)).toEqual([digests[1].digest, digests[2].digest, null])
    expect(await closeDays(app.deps)).toBe(0)
    expect((await digestsOf(app)).digests).toEqual(digests)
  })

  it('closes years without votes with as few statements as one day', async () => {
    const app = await appOn('2020-05-01')
    await vote(app)
    app.clock.set('2024-05-02T00:10:00Z')
    let statements = 0
    const counting = app.deps.db.withPlugin({
      transformQuery: ({ node }) => (statements++, node),
      transformResult: async ({ result }) => result,
    })
    expect(await closeDays({ ...app.deps, db: counting })).toBe(4 * 365 + 2)
    expect(statements).toBeLessThan(40)
    const { digests } = await digestsOf(app, '?limit=1')
    expect(digests).toMatchObject([{ day: '2024-05-01', votes: 0 }])
  })

  it('is read in pages', async () => {
    const app = await appOn('2024-05-01')
    await vote(app)
    app.clock.set('2024-05-04T00:10:00Z')
    await closeDays(app.deps)
    const part = await digestsOf(app, '?limit=2')
    expect(part).toMatchObject({
      digests: [{ day: '2024-05-03' }, { day: '2024-05-02' }],
      before: '2024-05-02',
    })
    expect(await digestsOf(app, '?limit=2&before=2024-05-02')).toMatchObject({
      digests: [{ day: '2024-05-01' }],
      before: null,
    })
  })

  it('is the same when two servers close the same days at once', async () => {
    const one = await appOn('2024-05-01')
    await vote(one, 3)
    const two = await appOn('2024-05-05', one.database)
    one.clock.set('2024-05-05T12:00:00Z')
    const added = await Promise.all([closeDays(one.deps), closeDays(two.deps)])
    expect(added[0] + added[1]).toBe(4)
    expect((await digestsOf(two)).digests).toHaveLength(4)
  })

  it('puts a vote that a clock set back dates into a closed day into the next digest, as late', async () => {
    const app = await appOn('2024-05-01')
    await vote(app)
    app.clock.set('2024-05-02T00:10:00Z')
    await closeDays(app.deps)
    const before = (await digestsOf(app)).digests
    app.clock.set('2024-05-01T23:00:00Z')
    await vote(app)
    expect(await closeDays(app.deps)).toBe(0)
    app.clock.set('2024-05-03T00:10:00Z')
    expect(await closeDays(app.deps)).toBe(1)
    const { digests } = await digestsOf(app)
    expect(digests[0]).toMatchObject({ day: '2024-05-02', votes: 1, late: 1 })
    expect(digests.slice(1)).toEqual(before)
  })

  it('catches up when the worker starts', async () => {
    const app = await appOn('2024-05-01')
    await vote(app)
    app.clock.set('2024-05-03T12:00:00Z')
    await app.settle()
    expect((await digestsOf(app)).digests.map(({ day }) => day)).toEqual(['2024-05-02', '2024-05-01'])
  })

  it('does not close days ahead of the database if a clock is far ahead', async () => {
    const app = await appOn(new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10))
    await vote(app)
    app.clock.set('2999-01-01T00:00:00Z')
    expect(await closeDays(app.deps)).toBeGreaterThan(0)
    const rows = await app.sql<{ ahead: boolean }>`
      select max(day) >= (now() at time zone 'UTC')::date as ahead from chain_digests`
    expect(rows[0].ahead).toBe(false)
  })

  it('is refused by the database when somebody changes or deletes it', async () => {
    const app = await appOn('2024-05-01')
    await vote(app)
    app.clock.set('2024-05-02T12:00:00Z')
    await closeDays(app.deps)
    for (const statement of [
      sql`update chain_digests set votes = 0`,
      sql`delete from chain_digests`,
      sql`update chain_leaves set fact_id = 7`,
      sql`truncate chain_leaves`,
    ])
      await expect(statement.execute(app.deps.db)).rejects.toThrow('append-only')
  })
})
