/**
 * A database, a backup and an archive of the version of 24 November 2026, whose tables 49 migrations made. They were made by its
 * own commands. This goes together with server/platform/postgres/squashed-migrations.ts.
 */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateJobs } from '../../../../server/platform/jobs/jobs.ts'
import { checkBackup, requireRestorable } from '../../../../server/platform/postgres/backup/index.ts'
import type { OpenDatabase } from '../../../../server/platform/postgres/database.ts'
import {
  appliedMigrations,
  knownMigrations,
  migrateToLatest,
  migrateUpTo,
} from '../../../../server/platform/postgres/migrate.ts'
import {
  namesOfToday,
  REPLACEMENTS,
  SQUASHED,
} from '../../../../server/platform/postgres/squashed-migrations.ts'
import { importArchive } from '../../../../server/transfer/index.ts'
import type { Board } from '../../../../shared/contracts/index.ts'
import { deadheatHere } from '../../../scripts/deadheat.ts'
import { createTestApp } from '../../../support/app.ts'
import { Visitor } from '../../visitor.ts'
import { contentOf, emptyDatabase, runOn } from '../backups.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const FILES = join(import.meta.dirname, '../before-squash')
const ROWS = { arenas: 1, answers: 36, votes: 120, retractions: 3, quarantines: 2 }

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

/** The names as they are stored. */
async function namesIn({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The database as it was left by the version of that time. */
async function earlierDatabase(): Promise<OpenDatabase> {
  const database = await emptyDatabase()
  const client = await database.connect()
  await client.query(gunzipSync(await readFile(join(FILES, 'database.sql.gz'))).toString())
  await client.end()
  return database
}

/** The votes and ratings of a board. How it says them may change. */
/** What does not depend on the version of the statistics. */
const figuresOf = ({ votes, votesSha256, contestants }: Board) => ({
  votes,
  votesSha256,
  records: contestants.map(({ name, wins, losses, ties }) => [name, wins, losses, ties]).sort(),
})

/** The content under the names that later migrations give to tables. */
const renamed = ({
  left_out_pairs,
  trials,
  contestants,
  prompts,
  answers,
  ...same
}: Record<string, string[]>) => ({
  ...same,
  // without ingredients
  contestants: contestants.map((row) => row.replace(/\)$/, ',{})')),
  // without runs
  answers: answers.map((row) => row.replace(/\)$/, ',)')),
  // without groups
  prompts: prompts.map((row) => row.replace(/\)$/, ',)')),
  skipped_pairs: left_out_pairs,
  judge_evaluations: trials,
})

let database: OpenDatabase
let folder: string

beforeAll(async () => {
  database = await earlierDatabase()
  folder = await mkdtemp(join(tmpdir(), 'deadheat-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

it('the new migrations are the first ones of this version, and no name is used again', async () => {
  expect((await knownMigrations()).slice(0, REPLACEMENTS.length)).toEqual(REPLACEMENTS)
  expect(SQUASHED).toHaveLength(49)
  expect((await knownMigrations()).filter((name) => SQUASHED.includes(name))).toEqual([])
  expect(namesOfToday([...SQUASHED, '9999_later'])).toEqual([...REPLACEMENTS, '9999_later'])
})

it('the new migrations make exactly the tables that the 49 made', async () => {
  const fresh = await emptyDatabase()
  await fresh.db.transaction().execute((trx) => migrateUpTo(trx, REPLACEMENTS.at(-1)!))
  expect(await namesIn(database)).toEqual(SQUASHED)
  const catalogue = await catalogueOf(fresh)
  expect(catalogue.length).toBeGreaterThan(1000)
  expect(catalogue).toEqual(await catalogueOf(database))
  const seeds = async (one: OpenDatabase) =>
    Object.entries(await contentOf(one)).filter(([name]) => ['publishing', 'secrets'].includes(name))
  expect(await seeds(fresh)).toEqual(await seeds(database))
  await fresh.close()
})

describe('a database with all 49', () => {
  it('is backed up before it is opened, by the names of today', async () => {
    const file = join(folder, 'unopened.backup')
    expect(await runOn(database, 'backup', file)).toMatchObject({ code: 0 })
    expect((await checkBackup({ path: file, name: file })).migrations).toEqual(REPLACEMENTS)
    expect(await namesIn(database)).toEqual(SQUASHED)
  })

  it('opens with its content unchanged, also if several processes open it at once', async () => {
    const several = await earlierDatabase()
    const before = await contentOf(several)
    const done = await Promise.all([1, 2, 3, 4].map(() => migrateToLatest(several.db)))
    expect(done.flat()).toEqual((await knownMigrations()).slice(REPLACEMENTS.length))
    expect(await namesIn(several)).toEqual(await knownMigrations())
    expect(await migrateToLatest(several.db)).toEqual([])
    expect(await contentOf(several)).toEqual(renamed(before))
    await several.close()
  })

  it('shows the board that it had, and takes votes', async () => {
    const stored = await database.db.selectFrom('snapshots').select('board').executeTakeFirstOrThrow()
    // counted anew
    await database.db.deleteFrom('snapshots').execute()
    const env = { DATABASE_URL: database.connectionString }
    expect(await deadheatHere(['arenas'], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('before'),
    })
    const app = await createTestApp({ database })
    await app.settle()
    const board = async () =>
      (await (await app.request('/api/arenas/before/leaderboard?source=humans')).json()) as Board
    expect(figuresOf(await board())).toEqual(figuresOf(JSON.parse(stored.board) as Board))
    const visitor = new Visitor(app)
    expect((await visitor.vote(await visitor.battle('before'), 'left')).status).toBe(201)
    await app.settle()
    expect((await board()).votes).toBe(ROWS.votes - ROWS.retractions - ROWS.quarantines + 1)
    await app.close()
  })
})

it('its backup is restored, with every row, and nothing is left to migrate', async () => {
  const restored = await emptyDatabase()
  const { code, stdout } = await runOn(restored, 'restore', join(FILES, 'whole.backup'), '--json')
  const later = (await knownMigrations()).slice(REPLACEMENTS.length)
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { migrated: later, rows: ROWS }])
  expect(await namesIn(restored)).toEqual(await knownMigrations())
  const source = await earlierDatabase()
  const { jobs: _, ...rows } = await contentOf(source)
  expect(await contentOf(restored)).toMatchObject(renamed(rows))
  await source.close()
  await restored.close()
})

it('its archive fits a database with the nine alone', async () => {
  // an archive needs a database with the same migrations
  const nine = await emptyDatabase()
  await nine.db.transaction().execute((trx) => migrateUpTo(trx, REPLACEMENTS.at(-1)!))
  const app = await createTestApp({ database: nine })
  await migrateJobs(nine.pool, app.deps.services.log)
  const file = { path: join(FILES, 'arena.archive'), name: 'FILE' }
  const { rows } = await importArchive(nine, app.deps, file, 'copied')
  expect(rows).toMatchObject({ answers: ROWS.answers, votes: ROWS.votes })
  await app.close()
  await nine.close()
})

describe('with some of the 49', () => {
  const some = SQUASHED.slice(0, 40)
  const advice = /40_operator_tokens of an early version.+version of 24 November 2026 \(commit 997b7a60\)/

  it('a database is refused with what to do, and left as it is', async () => {
    const older = await earlierDatabase()
    await sql`delete from kysely_migration where name > ${some.at(-1)!}`.execute(older.db)
    await expect(migrateToLatest(older.db)).rejects.toMatchObject({
      name: 'SetupError',
      message: expect.stringMatching(advice),
    })
    const refused = await runOn(older, 'backup', join(folder, 'some.backup'))
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringMatching(advice) })
    expect(await namesIn(older)).toEqual(some)
    await older.close()
  })

  it('a backup is refused with what to do', async () => {
    const file = { path: join(FILES, 'whole.backup'), name: 'FILE' }
    const manifest = { ...(await checkBackup(file)), migrations: some }
    await expect(requireRestorable(file, manifest)).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringMatching(advice),
    })
  })
})

it('a database with another one beside the 49 is newer', async () => {
  const newer = await earlierDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', now())`.execute(newer.db)
  await expect(migrateToLatest(newer.db)).rejects.toThrow(
    /^The database is newer than this code, which does not know its migration 9999_later: /,
  )
  expect(await appliedMigrations(newer.db)).toEqual([...REPLACEMENTS, '9999_later'])
  await newer.close()
})

describe('migrations', () => {
  const MAKES = (table: string) =>
    `import { sql } from 'kysely'\nexport const up = (db) => sql\`create table ${table} ()\`.execute(db)\n`
  const FAILS = `import { sql } from 'kysely'\nexport const up = (db) => sql\`select 1 / 0\`.execute(db)\n`

  describe('migrating', () => {
    let database: OpenDatabase

    beforeAll(async () => {
      database = await createTestDatabase()
    })
    afterAll(() => database.close())

    /** A folder of migrations on a database that has none of them, nor any other. */
    async function migrations(files: Record<string, string>): Promise<string> {
      await sql`drop table if exists kysely_migration`.execute(database.db)
      const folder = await temporaryFolder()
      await symlink(join(import.meta.dirname, '../../../../node_modules'), join(folder, 'node_modules'))
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      return folder
    }

    const exists = async (table: string) => {
      const { rows } = await sql<{
        found: boolean
      }>`select to_regclass(${table}) is not null as found`.execute(database.db)
      return rows[0].found
    }

    it('finds the template of the tests up to date', async () => {
      expect(await migrateToLatest(database.db)).toEqual([])
      expect(await exists('votes')).toBe(true)
    })

    it('applies pending migrations in order, once, and skips other files', async () => {
      const folder = await migrations({
        '0002_b.ts': MAKES('b'),
        '0001_a.ts': MAKES('a'),
        'notes.ts': 'nonsense(',
      })
      expect(await migrateToLatest(database.db, folder)).toEqual(['0001_a', '0002_b'])
      expect(await migrateToLatest(database.db, folder)).toEqual([])
    })

    it('happens once if several processes start at once', async () => {
      const folder = await migrations({ '0001_c.ts': MAKES('c'), '0002_d.ts': MAKES('d') })
      const done = await Promise.all([1, 2, 3, 4].map(() => migrateToLatest(database.db, folder)))
      expect(done.flat()).toEqual(['0001_c', '0002_d'])
    })

    it('rolls back the whole batch if one migration fails, and names it', async () => {
      const folder = await migrations({ '0001_e.ts': MAKES('e'), '0002_wrong.ts': FAILS })
      await expect(migrateToLatest(database.db, folder)).rejects.toMatchObject({
        name: 'SetupError',
        message: 'Migration 0002_wrong failed, and nothing was changed: division by zero',
      })
      expect(await exists('e')).toBe(false)
    })

    it('refuses a database that is newer than the code', async () => {
      await migrateToLatest(
        database.db,
        await migrations({ '0001_f.ts': MAKES('f'), '0002_g.ts': MAKES('g') }),
      )
      const older = await temporaryFolder()
      await writeFile(join(older, '0001_f.ts'), 'export const up = async () => {}\n')
      await expect(migrateToLatest(database.db, older)).rejects.toMatchObject({
        name: 'SetupError',
        message: expect.stringMatching(
          /^The database is newer than this code, which does not know its migration 0002_g: /,
        ),
      })
    })
  })
})
