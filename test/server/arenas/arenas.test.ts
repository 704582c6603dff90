/** Which arenas there are and what their switches offer. */
import { describe, expect, it, test } from 'vitest'
import { sizesQuery } from '../../../server/arenas/arena.ts'
import { ArenaDetail, ListedArena, type ArenaList } from '../../../shared/contracts/index.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { workOf } from '../../support/query-work.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { selectCountChanges, votesBySource } from '../../../server/arenas/vote-counts.ts'
import type { Database } from '../../../server/platform/schema.ts'
import type { Publication } from '../../../server/platform/postgres/publishing.ts'
import { makeArena, Writer } from '../ratings/busy-arena.ts'

const [first, second] = NAMES as [string, string]

describe('arenas', () => {
  const app = appFor({}, async () => {
    const votes = [voteOf(first, second, 'left'), voteOf(first, second, 'left', { source: 'simulated' })]
    await app.import(
      arenaOf('zoo', { votes, prompts: 6, categories: ['b', 'a'], arena: { criteria: ['x', 'y'] } }),
    )
    await app.import(arenaOf('alike', { says: () => 'the same' }))
    await app.import(arenaOf('linked', { arena: { visibility: 'link' } }))
    await app.import(arenaOf('hidden', { arena: { visibility: 'private' } }))
  })

  const list = async () => {
    const { arenas } = await app.json<{ arenas: unknown[] }>('/api/arenas')
    return arenas.map((one) => ListedArena.strict().parse(one))
  }
  const detail = async (slug: string, headers = {}) => app.request(`/api/arenas/${slug}`, { headers })

  it('are listed if they are public, newest first', async () => {
    expect((await list()).map(({ arena, votable }) => [arena, votable])).toEqual([
      ['alike', false],
      ['zoo', true],
    ])
  })

  it('count real and simulated votes separately, without retracted ones', async () => {
    const visitor = new Visitor(app)
    const shown = await visitor.battle('zoo')
    await visitor.choose(shown, 'left')
    await visitor.takeBack(shown)
    expect((await list())[1]).toMatchObject({ contestants: 3, votes: 1, simulatedVotes: 1 })
    await visitor.vote(await visitor.battle('zoo'), 'left')
    expect((await list())[1]).toMatchObject({ votes: 2, simulatedVotes: 1 })
  })

  it('list what their switches offer', async () => {
    expect(ArenaDetail.strict().parse(await (await detail('zoo')).json())).toEqual({
      arena: 'zoo',
      title: 'Arena zoo',
      description: '',
      contestants: 3,
      votes: 2,
      simulatedVotes: 1,
      votable: true,
      visibility: 'public',
      criteria: ['x', 'y'],
      categories: ['a', 'b'],
      sources: [
        { source: 'people', kind: 'human', votes: 2 },
        { source: 'simulated', kind: 'simulated', votes: 1 },
      ],
      defaultSource: 'people',
      prompts: 6,
      firstRatings: 30,
      retiredPrompts: 0,
      references: 0,
    })
  })

  it('with a link are found by anyone with the link, private ones by the admin', async () => {
    expect((await detail('linked')).status).toBe(200)
    expect((await detail('hidden')).status).toBe(404)
    expect((await detail('hidden', AS_ADMIN)).status).toBe(200)
    const [unknown, hidden] = await Promise.all(
      ['nowhere', 'hidden'].map(async (slug) => (await detail(slug)).json()),
    )
    const withoutSlug = (problem: unknown, slug: string) =>
      JSON.stringify({ ...(problem as object), requestId: '' }).replaceAll(slug, 'SLUG')
    expect(withoutSlug(hidden, 'hidden')).toBe(withoutSlug(unknown, 'nowhere'))
  })

  it('of many contestants are listed in work that grows with their number, without statistics too', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `c${i}`)
    await app.import(arenaOf('crowd', { names, prompts: 1 }))
    const { id } = await app.arena('crowd')
    const { sql, parameters } = sizesQuery(id).compile(app.database.db)
    expect((await workOf(app.database.pool, sql, [...parameters])).touched).toBeLessThan(10 * names.length)
  })
})

describe('a list of many arenas', () => {
  const app = appFor({}, async () => {
    await app.sql`
      insert into arenas (slug, title, description, visibility, criteria)
      select 'many-' || n, case when n % 50 = 0 then 'Größe 100% Nr_' else 'Arena ' end || n, '', 'public', '{better}' from generate_series(1, 500) n`
  })
  const read = async (query: string) => {
    const { total, arenas } = await app.json<ArenaList>(`/api/arenas?${query}`)
    return { total, slugs: arenas.map(({ arena }) => arena) }
  }

  it('comes page by page, newest first, each arena once', async () => {
    expect(await read('limit=3')).toEqual({ total: 500, slugs: ['many-500', 'many-499', 'many-498'] })
    expect(await read('limit=2&offset=499')).toEqual({ total: 500, slugs: ['many-1'] })
    expect(await read('offset=500')).toEqual({ total: 500, slugs: [] })
    const all: string[] = []
    while (all.length < 500) all.push(...(await read(`limit=200&offset=${all.length}`)).slugs)
    expect(new Set(all).size).toBe(500)
    for (const query of ['limit=0', 'limit=201', 'offset=-1', 'offset=x', `q=${'x'.repeat(101)}`])
      expect([query, (await app.request(`/api/arenas?${query}`)).status]).toEqual([query, 400])
  })

  it('is searched by words of title and address, and by no pattern', async () => {
    expect(await read('q=MANY-77')).toEqual({ total: 1, slugs: ['many-77'] })
    expect((await read(`q=${encodeURIComponent('  350  größe ')}`)).slugs).toEqual(['many-350'])
    expect((await read(`q=${encodeURIComponent('100%')}&limit=200`)).total).toBe(10)
    expect((await read(`q=${encodeURIComponent('nr_')}`)).total).toBe(10)
    expect((await read(`q=${encodeURIComponent('%_%')}`)).total).toBe(0)
    expect((await read('q=nothing-like-it')).slugs).toEqual([])
  })

  it('is a page of its own under each address, also without script', async () => {
    const page = async (path: string) =>
      (await app.request(path, { headers: { accept: 'text/html' } })).text()
    const linked = (html: string) => new Set(html.match(/(?<=<h2[^>]*><a href="\/a\/)[^"/]+/g))
    const first = await page('/')
    expect(linked(first).size).toBe(20)
    expect(first).toContain('href="/?offset=20"')
    const third = await page('/?offset=40&utm_source=x')
    expect([...linked(third)][0]).toBe('many-460')
    expect(third).toContain('href="/?offset=60"')
    expect(third).not.toContain('utm_source')
    const found = await page(`/?q=${encodeURIComponent('größe')}`)
    expect(linked(found).size).toBe(10)
    expect(await page('/?q=nothing-like-it')).toContain('No arena has these words')
    expect(linked(await page('/?offset=nonsense')).size).toBe(20)
    expect(linked(await page('/?q=many-77'))).toEqual(new Set(['many-77']))
  })
})

/** Counts of votes that are kept in memory equal a count from scratch, while several connections write. */
const app = appFor()

/** What is public if it is published at this moment. */
async function publicationNow(): Promise<Publication> {
  const rows = await app.sql<{ now: Publication }>`
    select format('("%s","%1$s")', pg_current_snapshot()) as now`
  return rows[0]!.now
}

const fromScratch = (arena: number, until: Publication | null) =>
  app.sql`
    select arena_id as "arenaId", source, case when source = 'judge' then voter end as name, count(*)::int as votes
    from counted_votes_in(${arena}, ${until}) group by 1, source, case when source = 'judge' then voter end
    order by source collate "C", (case when source = 'judge' then voter end) collate "C"`

it('after every change of three writers, at once and at publications', async () => {
  const { db } = app.deps
  const arenas = [await makeArena(app.database, 'busy'), await makeArena(app.database, 'quiet')]
  const clients = await Promise.all(Array.from({ length: 3 }, () => app.database.connect()))
  const writers = clients.map((client, i) => new Writer(client, arenas[0]!, i + 1))
  const earliest = await publicationNow()
  let seen = 0
  for (let round = 0; round < 15; round++) {
    // while they write, readings meet transactions that are open
    await Promise.all([
      ...writers.map((writer) => writer.write()),
      votesBySource(db, arenas, null, 20),
      votesBySource(db, [arenas[0]!], null, 20),
    ])
    for (const moment of [null, await publicationNow()]) {
      const counts = await votesBySource(db, arenas, moment, 20)
      expect(counts).toEqual(await fromScratch(arenas[0]!, moment))
      seen = Math.max(seen, counts.length)
    }
  }
  // a reader that still has an old one
  expect(await votesBySource(db, arenas, earliest, 20)).toEqual(await fromScratch(arenas[0]!, earliest))
  expect(seen).toBeGreaterThanOrEqual(4)
  await Promise.all(clients.map((client) => client.end()))
})

test('what many quarantines change is counted in a few steps for each vote, before Postgres has statistics', async () => {
  let sent: CompiledQuery | null = null
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: app.database.pool }),
    log: ({ query }) => void (sent = query),
  })
  const arenaId = await makeArena(app.database, 'swept')
  const client = await app.database.connect()
  const writer = new Writer(client, arenaId, 11)
  for (let round = 0; round < 150; round++) await writer.write()
  const { rows } = await client.query('select pg_snapshot_xmin(pg_current_snapshot())::text as since')
  const { rowCount: votes } = await client.query(
    `insert into quarantines (arena_id, vote_id, released, reason, at)
      select arena_id, id, false, 'swept', clock_timestamp() from votes where arena_id = $1`,
    [arenaId],
  )
  await selectCountChanges(db, [{ arenaId, since: rows[0].since }], null)
  const { sql: query, parameters } = sent!
  const { touched } = await workOf(client, query, [...parameters])
  await client.end()
  expect(votes).toBeGreaterThan(200)
  expect(touched).toBeLessThan(50 * votes!)
})
