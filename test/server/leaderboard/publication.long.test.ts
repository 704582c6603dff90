/** Whatever clocks, restarts and restored databases do, each vote becomes public once and stays so. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { beginPublishing } from '../../../server/platform/postgres/publishing.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { rateArena } from '../../../server/ratings/snapshots.ts'
import { publishVotes } from '../../../server/votes/index.ts'
import { ArenaDetail, Board, HeadToHead, type ArenaListing } from '../../../shared/contracts/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { arenaForOperator } from '../../../server/arenas/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const [first, second] = NAMES as [string, string]

const HOUR = 3600

describe('whatever the clock does', () => {
  let app: TestApp
  const apps: TestApp[] = []
  let cast = 0
  let most = 0
  let slug = ''

  beforeAll(async () => {
    app = await createTestApp({ publishEvery: 60, clock: '2024-05-01T12:00:00.000Z' })
    apps.push(app)
  })
  afterAll(async () => {
    for (const one of apps.reverse()) await one.close()
  })
  beforeEach(async () => {
    slug = `held-${randomUUID().slice(0, 8)}`
    await app.import(arenaOf(slug, { prompts: 30 }))
    cast = most = 0
  })

  const vote = async (votes: number) => {
    for (let n = 0; n < votes; n++) {
      const one = new Visitor(app)
      expect((await one.vote(await one.battle(slug), 'left')).status).toBe(201)
    }
    cast += votes
  }
  /** The votes that board, dates, recount, export, list, detail and pairs show: all the same, and never fewer than before. */
  const shown = async (): Promise<number> => {
    const json = async (path: string): Promise<unknown> => (await app.request(path)).json()
    const arena = await app.arena(slug)
    const view = await resolveView(app.deps, arena, { source: 'people' })
    await rateArena(app.deps, arena.id)
    const board = Board.parse(await json(`/api/arenas/${slug}/leaderboard?source=people`))
    const dated = Board.parse(await json(`/api/arenas/${slug}/leaderboard?source=people&from=2020-01-01`))
    const met = HeadToHead.parse(await json(`/api/arenas/${slug}/head-to-head?source=people`))
    const exported = await app.text(`/api/arenas/${slug}/export/votes.jsonl`)
    const { arenas } = (await json('/api/arenas')) as { arenas: ArenaListing[] }
    const { sources } = ArenaDetail.parse(await json(`/api/arenas/${slug}`))
    const counts = [
      board.votes,
      dated.votes,
      (await recountBoard(app.deps, arena, view, board)).votes,
      exported.split('\n').filter(Boolean).length,
      arenas.find(({ arena: one }) => one === slug)!.votes,
      sources[0]?.votes ?? 0,
      met.votes,
    ]
    expect(counts).toEqual(counts.map(() => board.votes))
    expect(board.votes).toBeGreaterThanOrEqual(most)
    return (most = board.votes)
  }
  /** A second look after a minute and ten seconds is the latest at which a vote must be public. */
  const aboutAnInterval = async () => {
    for (const seconds of [1, 59, 1, 10]) {
      app.clock.advance(seconds)
      await publishVotes(app.deps)
    }
  }

  it.each([
    ['ahead and back by hours', 3 * HOUR, -3 * HOUR],
    ['back and ahead by hours', -3 * HOUR, 3 * HOUR],
    ['ahead and back by days', 40 * 24 * HOUR, -40 * 24 * HOUR],
    ['back and ahead by days', -40 * 24 * HOUR, 40 * 24 * HOUR],
    ['back twice', -2 * HOUR, -23 * 60],
    ['ahead twice by less than an interval', 50, 50],
    ['back twice by less than an interval', -50, -50],
  ])('every vote becomes public once and stays so: %s', async (_, first, second) => {
    for (const jump of [first, second]) {
      await vote(3)
      await publishVotes(app.deps)
      app.clock.advance(jump)
      await publishVotes(app.deps)
      await vote(3)
      await shown()
      await aboutAnInterval()
      expect(await shown()).toBe(cast)
    }
    await vote(2)
    expect(await shown()).toBe(12)
    await aboutAnInterval()
    expect(await shown()).toBe(14)
  })

  it('also while the server is stopped', async () => {
    app.clock.advance(3 * HOUR)
    await vote(3)
    await aboutAnInterval()
    await vote(2)
    for (const jump of [-3 * HOUR, -40 * 24 * HOUR, 41 * 24 * HOUR]) {
      const start = new Date(app.clock.now().getTime() + jump * 1000).toISOString()
      app = await createTestApp({ publishEvery: 60, clock: start, database: app.database })
      apps.push(app)
      await shown()
      await vote(1)
      await aboutAnInterval()
      expect(await shown()).toBe(cast)
    }
  })

  it('a choice that is taken back is never public, and a vote cannot be taken back', async () => {
    for (const jump of [3 * HOUR, -3 * HOUR]) {
      const [one, other] = [new Visitor(app), new Visitor(app)]
      const [back, stays] = [await one.battle(slug), await other.battle(slug)]
      await one.choose(back, 'left')
      await other.vote(stays, 'left')
      cast++
      await publishVotes(app.deps)
      expect((await one.takeBack(back)).status).toBe(200)
      app.clock.advance(jump)
      await aboutAnInterval()
      expect(await shown()).toBe(cast)
      expect((await other.takeBack(stays)).status).toBe(409)
      expect(await shown()).toBe(cast)
    }
  })

  it('imported votes wait like others, though their command knows nothing of the interval', async () => {
    const unaware = { ...app.deps, settings: { ...app.deps.settings, publishEvery: 0 } }
    await importInto(unaware, arenaOf(slug, { prompts: 30, votes: [voteOf(first, second, 'left')] }))
    expect(await shown()).toBe(0)
    await aboutAnInterval()
    expect(await shown()).toBe(1)
  })

  it('a transaction that ends late is published whole, later', async () => {
    await vote(2)
    const client = await app.database.connect()
    try {
      await client.query('begin')
      await client.query(
        `with b as (
        insert into battles (arena_id, id, criterion, left_contestant_id, right_contestant_id, voter, origin, shown_at)
        select arena_id, gen_random_uuid(), 'overall', min(id), max(id), 'late', 'import', now() from contestants
        where arena_id = (select id from arenas where slug = $1) group by arena_id returning *)
      insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
      select arena_id, id, voter, 'left', 'human', shown_at, shown_at from b`,
        [slug],
      )
      await vote(2)
      await aboutAnInterval()
      expect(await shown()).toBe(4)
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect(await shown()).toBe(4)
    await aboutAnInterval()
    expect(await shown()).toBe(5)
  })

  it('many processes may publish at once', async () => {
    await vote(2)
    for (const seconds of [60, 10]) {
      app.clock.advance(seconds)
      await Promise.all(Array.from({ length: 8 }, () => publishVotes(app.deps)))
    }
    expect(await shown()).toBe(2)
  })

  it('what was public stays so when an interval begins, and everything is public when it ends', async () => {
    const { db } = app.deps
    await vote(2)
    await beginPublishing(db, 0)
    expect(await shown()).toBe(2)
    await vote(2)
    expect(await shown()).toBe(4)
    await beginPublishing(db, 60)
    await vote(1)
    expect(await shown()).toBe(4)
    await aboutAnInterval()
    expect(await shown()).toBe(5)
  })

  it('a worker that started before the first server holds votes back too, and publishes by the interval of the server', async () => {
    const { db } = app.deps
    const worker = { ...app.deps, publishEvery: 0 }
    await app.sql`insert into settings values ('publish_every', '60')`
    try {
      await vote(2)
      await aboutAnInterval()
      await vote(1)
      await rateArena(worker, (await arenaForOperator(db, slug)).id)
      expect(await shown()).toBe(2)
      const rows = await app.sql<{ spins: boolean }>`
        select bool_or(run_at < now() + interval '5 seconds') as spins from graphile_worker.jobs
        where key = ${`rate-arena-${(await arenaForOperator(db, slug)).id}`} and run_at > now()`
      expect(rows[0]!.spins).not.toBe(true)
      for (const seconds of [60, 10]) {
        app.clock.advance(seconds)
        await publishVotes(worker)
      }
      expect(await shown()).toBe(3)
    } finally {
      await app.sql`delete from settings where name = 'publish_every'`
    }
  })

  it.each([null, 0])(
    'votes that were restored with numbers of transactions still to come are published, and not read anew each time (interval %s)',
    async (everySeconds) => {
      const { db } = app.deps
      await vote(2)
      await app.sql`alter table votes disable trigger user`
      await app.sql`update votes set txid = (txid::text::bigint + 1000000)::text::xid8`
      await app.sql`alter table votes enable trigger user`
      await beginPublishing(db, everySeconds)
      await app.deps.services.boards.close()
      expect(await shown()).toBe(2)
      const rows = await app.sql<{ ahead: boolean }>`
        select bool_or(txid >= pg_snapshot_xmax(pg_current_snapshot())) as ahead from votes`
      expect(rows).toEqual([{ ahead: false }])
      await beginPublishing(db, 60)
    },
  )

  it('a database that was restored on a server with other transactions shows everything', async () => {
    const { db } = app.deps
    await vote(3)
    await app.sql`alter table votes disable trigger user`
    await app.sql`update votes set txid = (txid::text::bigint + 1000000)::text::xid8`
    await app.sql`alter table votes enable trigger user`
    await app.sql`update publishing set current = row('1000001:1000001:'::pg_snapshot, '1000001:1000001:'::pg_snapshot)`
    await beginPublishing(db, null)
    await app.deps.services.boards.close()
    expect(await shown()).toBe(3)
    await vote(1)
    expect(await shown()).toBe(3)
    await aboutAnInterval()
    expect(await shown()).toBe(4)
  })
})
