/**
 * A database of the version of 25 November 2026, whose tables 17 migrations made. Its own commands and server filled it. This
 * goes together with server/platform/postgres/upgrade-path.ts.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { requireRestorable } from '../../../server/platform/postgres/backup/index.ts'
import type { OpenDatabase } from '../../../server/platform/postgres/database.ts'
import {
  appliedMigrations,
  knownMigrations,
  migrateToLatest,
} from '../../../server/platform/postgres/migrate.ts'
import { namesOfToday, REPLACED, REPLACEMENTS } from '../../../server/platform/postgres/upgrade-path.ts'
import { decideAll } from '../../../server/ratings/index.ts'
import type { ArenaDetail, Board, Invitations } from '../../../shared/contracts/index.ts'
import { createTestApp } from '../../support/app.ts'
import { sign } from '../../../server/platform/config/secrets.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { openLink } from '../invited.ts'
import { problemOf, Visitor } from '../visitor.ts'
import { contentOf, emptyDatabase, runOn } from './backups.ts'

const ALL = [...REPLACEMENTS.slice(0, -1), ...REPLACED]
const COUNTED = 116

/** What the catalogue of Postgres says about the tables and functions of Deadheat: one line for each part. */
const CATALOGUE = sql<{ line: string }>`
  select format('relation %s: %s %s %s', relname, relkind, relpersistence, reloptions) as line
  from pg_class where relnamespace = 'public'::regnamespace
  union all
  select format('column %s of %s: %s', row_number() over (partition by attrelid order by attnum), attrelid::regclass,
    row(attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, attstattarget,
      attcollation, pg_get_expr(adbin, adrelid)))
  from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'c', 'v') and attnum > 0 and not attisdropped
  union all
  select format('constraint %s of %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace
  union all
  select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select format('%s: %s', tgenabled, pg_get_triggerdef(pg_trigger.oid))
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal
  union all
  select format('view %s: %s', viewname, definition) from pg_views where schemaname = 'public'
  union all
  select format('sequence %s: %s', sequencename, row(data_type, start_value, min_value, max_value, increment_by, cycle))
  from pg_sequences where schemaname = 'public'
  union all
  select format('%s: %s %s', pg_describe_object(classid, objid, objsubid), deptype,
    pg_describe_object(refclassid, refobjid, refobjsubid))
  from pg_depend join pg_class on pg_class.oid = objid
  where classid = 'pg_class'::regclass and relkind = 'S' and relnamespace = 'public'::regnamespace
  union all
  select format('%s: %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
  where classoid = 'pg_class'::regclass
    and objoid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  order by 1`

const catalogueOf = async ({ db }: OpenDatabase) => (await CATALOGUE.execute(db)).rows.map(({ line }) => line)

/** A database as a version of that time left it. */
async function earlierDatabase(dump = 'before-0.1.0'): Promise<OpenDatabase> {
  const database = await emptyDatabase()
  const client = await database.connect()
  await client.query(gunzipSync(await readFile(join(import.meta.dirname, `${dump}.sql.gz`))).toString())
  await client.end()
  return database
}

it('the new migrations are the first ones of this version, and no name is used again', async () => {
  expect((await knownMigrations()).slice(0, REPLACEMENTS.length)).toEqual(REPLACEMENTS)
  expect(ALL).toHaveLength(17)
  expect((await knownMigrations()).filter((name) => REPLACED.includes(name))).toEqual([])
  expect(namesOfToday([...ALL, '9999_later'])).toEqual([...REPLACEMENTS, '9999_later'])
})

it('a database with all 17 becomes one as the nine make it, also if several processes open it at once', async () => {
  const earlier = await earlierDatabase()
  expect(await appliedMigrations(earlier.db)).toEqual(ALL)
  const kept = async () => {
    const content = Object.entries(await contentOf(earlier))
    return content
      .filter(
        ([name]) =>
          !['injection_tests', 'snapshots', 'past_boards', 'declared_pairs', 'sequences'].includes(name) &&
          !/^(chain_|voter_commitments|schedule_|notices|labelling_links)/.test(name),
      )
      .map(([name, rows]) => [name, rows.map((row) => row.replace(/,*\)$/, ')'))] as const)
  }
  const before = await kept()
  expect(before.find(([name]) => name === 'votes')?.[1]).toHaveLength(121)
  const done = await Promise.all([1, 2, 3, 4].map(() => migrateToLatest(earlier.db)))
  expect(done.flat()).toEqual((await knownMigrations()).slice(REPLACEMENTS.length))
  expect(await appliedMigrations(earlier.db)).toEqual(await knownMigrations())
  // later migrations add tables and columns, which are empty
  const known = new Map(before)
  expect((await kept()).filter(([name, rows]) => known.has(name) || rows.length > 0)).toEqual(before)

  const fresh = await emptyDatabase()
  await migrateToLatest(fresh.db)
  const catalogue = await catalogueOf(fresh)
  expect(catalogue.length).toBeGreaterThan(1000)
  expect(await catalogueOf(earlier)).toEqual(catalogue)
  await Promise.all([earlier.close(), fresh.close()])
})

it('its board counts the same votes, and takes more', async () => {
  const database = await earlierDatabase()
  const stored = await database.db
    .selectFrom('snapshots')
    .select('board')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await migrateToLatest(database.db)
  // counted anew
  await database.db.deleteFrom('snapshots').execute()
  const app = await createTestApp({ database })
  await app.settle()
  const board = () => app.json<Board>('/api/arenas/before/leaderboard?source=humans')
  const { votes, votesSha256 } = JSON.parse(stored.board) as Board
  expect(await board()).toMatchObject({ votes: COUNTED, votesSha256 })
  expect(votes).toBe(COUNTED)
  const visitor = new Visitor(app)
  expect((await visitor.vote(await visitor.battle('before'), 'left')).status).toBe(201)
  await app.settle()
  expect((await board()).votes).toBe(COUNTED + 1)
  await app.close()
})

it('a link to label judged pairs that was sent before still opens, unless it was withdrawn or has expired', async () => {
  const database = await earlierDatabase()
  const insert = (made: string, end: string, withdrawn: string | null) =>
    sql<{ arena_id: number; id: number }>`
      insert into labelling_links (arena_id, made_at, expires_at, withdrawn_at)
      select id, ${made}::timestamptz, ${end}::timestamptz, ${withdrawn}::timestamptz from arenas where slug = 'before'
      returning arena_id, id`.execute(database.db)
  const links = []
  for (const [made, end, withdrawn] of [
    ['2024-01-01Z', '2099-01-01Z', null],
    ['2024-01-01Z', '2099-01-01Z', '2024-01-02Z'],
    ['2024-01-01Z', '2024-01-15Z', null],
  ] as const)
    links.push((await insert(made, end, withdrawn)).rows[0])
  await migrateToLatest(database.db)
  const app = await createTestApp({ database, clock: 'runs' })
  const judged = voteOf('Amber', 'Birch', 'left', { key: 'judged', source: 'judge', voter: 'critic' })
  await app.import(arenaOf('before', { names: ['Amber', 'Birch'], prompts: 0, votes: [judged] }))
  const { secret } = app.deps.access
  /** The value of `calibrate` in the address, as it was made for a link. */
  const sealed = ({ arena_id, id }: { arena_id: number; id: number }) => {
    const number = id.toString(36)
    return `${number}.${sign(secret, `labelling ${arena_id} ${number}`)}`
  }
  const [valid, withdrawn, expired] = links.map(sealed)
  const visitor = new Visitor(app)
  const opened = async (token: string) => problemOf(await openLink(visitor, app, 'before', token))
  expect(await opened(withdrawn)).toEqual([401, 'link_invalid'])
  expect(await opened(expired)).toEqual([401, 'link_invalid'])
  // the number alone, another signature, and what is stored open nothing
  const number = valid.split('.')[0]
  const stored = `labelling ${links[0].arena_id} ${links[0].id}`
  for (const wrong of [number, `${number}.${withdrawn.split('.')[1]}`, `${valid}x`, stored])
    expect([wrong, ...(await opened(wrong))]).toEqual([wrong, 401, 'link_invalid'])
  expect(visitor.cookie).toBe('')
  expect((await openLink(visitor, app, 'before', valid)).status).toBe(200)
  const drawn = await app.request('/api/arenas/before/calibration/battles', {
    json: {},
    headers: { cookie: visitor.cookie },
  })
  expect(drawn.status).toBe(201)
  const listed = await app.asAdmin('/api/admin/arenas/before/invitations')
  expect(await listed.json()).toMatchObject({
    invitations: [
      { kind: 'judges', name: null, state: 'expired' },
      { kind: 'judges', name: null, state: 'withdrawn' },
      { kind: 'judges', name: null, state: 'open', people: 1 },
    ],
  })
  const { invitation } = (
    (await (await app.asAdmin('/api/admin/arenas/before/invitations')).json()) as Invitations
  ).invitations[2]
  await app.asAdmin(`/api/admin/arenas/before/invitations/${invitation}/renew`, { days: 2 })
  expect(await opened(valid)).toEqual([401, 'link_invalid'])
  await app.close()
})

// The demo and votes of people under three versions: each was started once on the database that the one before had left, as
// the advice says. The dumps are of what 41f7d035 left.
it.each([
  {
    began: '39e38a23 of 22 November',
    opened: '997b7a60, 41f7d035',
    dump: 'before-from-22-november',
    people: 15,
  },
  { began: '46d81def of 24 November', opened: '41f7d035', dump: 'before-from-24-november', people: 10 },
])('what $began began and $opened went on with opens, with its boards', async ({ dump, people }) => {
  const database = await earlierDatabase(dump)
  const stored = await database.db.selectFrom('snapshots').select('board').orderBy('id').execute()
  const before = stored.map(({ board }) => JSON.parse(board) as Board)
  await migrateToLatest(database.db)
  await database.db.deleteFrom('snapshots').execute()
  const app = await createTestApp({ database })
  await app.settle()
  const board = (source: string) =>
    app.json<Board>(`/api/arenas/support-replies/leaderboard?source=${source}`)
  expect((await board('humans')).votes).toBe(people)
  const { votes, votesSha256 } = before.findLast(({ view }) => view.source === 'simulated')!
  expect(await board('simulated')).toMatchObject({ votes, votesSha256 })
  expect(votes).toBe(640)
  const visitor = new Visitor(app)
  expect((await visitor.vote(await visitor.battle('support-replies'), 'left')).status).toBe(201)
  await app.close()
})

// The names of their migrations stand for the databases of these versions.
it.each([
  ['some of the 17', ALL.slice(0, 12), 'Start commit 41f7d035 on it once, then|Restore'],
  [
    'migrations of before',
    ['0001_arenas', '0002_battles_and_votes', '0028_injection_tests'],
    'commit 997b7a60 on it once, then commit 41f7d035, then',
  ],
  [
    'a migration that was withdrawn',
    ['0001_arenas', '0048_publishing', '0049_plans_without_statistics'],
    'No other version opens it: start the version that last ran on it, export',
  ],
])('a database with %s is refused with what to do, and left as it is', async (_, some, way) => {
  const older = await emptyDatabase()
  await sql`create table kysely_migration (name text, timestamp text)`.execute(older.db)
  await sql`insert into kysely_migration select unnest(${some}::text[]), ''`.execute(older.db)
  const advice = new RegExp(`${some.at(-1)} of an early version.+(${way})`)
  await expect(migrateToLatest(older.db)).rejects.toMatchObject({
    name: 'SetupError',
    message: expect.stringMatching(advice),
  })
  const refused = await runOn(older, 'backup', 'never.backup')
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringMatching(advice) })
  expect(await appliedMigrations(older.db)).toEqual(some)
  await older.close()
})

it('a backup of that time is refused with what to do', async () => {
  const manifest = { deadheat: '0.1.0', postgres: '15', at: '', migrations: ALL, sections: [], sequences: [] }
  await expect(requireRestorable({ path: 'FILE', name: 'FILE' }, manifest)).rejects.toMatchObject({
    name: 'BackupError',
    message: expect.stringContaining('0017_runs_of_answers of an early version'),
  })
})

it('a database with another one beside the 17 is newer', async () => {
  const newer = await earlierDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', now())`.execute(newer.db)
  await expect(migrateToLatest(newer.db)).rejects.toThrow(
    /^The database is newer than this code, which does not know its migration 9999_later: /,
  )
  await newer.close()
})

it('an end of voting becomes a decision of people that closes, and is made on the votes before it', async () => {
  const database = await earlierDatabase()
  await database.pool.query(
    `update arenas set settings = settings || '{"closes": {"votes": 100, "at": "2030-01-01"}}' where slug = 'before'`,
  )
  await migrateToLatest(database.db)
  const app = await createTestApp({ database })
  const { settings } = await app.arena('before')
  expect(settings).toMatchObject({
    decides: { votes: 100, at: '2030-01-01', afterwards: 'close', source: 'people' },
  })
  expect(settings).not.toHaveProperty('closes')
  await decideAll(app.deps)
  const { decides, closedAt } = await app.json<ArenaDetail>('/api/arenas/before')
  expect(decides).toMatchObject({ afterwards: 'close', changed: [{ what: ['decides'] }] })
  // those votes were seen before the plan was sealed
  expect(decides!.decided).toMatchObject({ votes: 100, looks: 'any' })
  expect(closedAt).toBe(decides!.decided!.at)
  await app.close()
})
