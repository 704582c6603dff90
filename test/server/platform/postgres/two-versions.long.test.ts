/**
 * During a roll-out, servers of the last release run on the tables of the next one. So migrations after the last release
 * only add: what is no longer needed goes in the release after.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '../../../../server/platform/postgres/database.ts'
import { migrateUpTo } from '../../../../server/platform/postgres/migrate.ts'
import { keptRelease, keptVersions } from '../../../../workshop/package/keep-release.ts'
import { createTestDatabase } from '../../../support/database.ts'

/** The last migration of the last release. */
const LAST_RELEASED = Object.keys(keptRelease(keptVersions().at(-1)!).migrations).at(-1)!

/** What a server of the last release may rely on, by a name that says what it is. */
type Schema = Map<string, string>

const COLUMNS = sql<{ name: string; is: string; needed: boolean }>`
  select format('column %s.%s', table_name, column_name) as name,
    format('%s %s', data_type, is_nullable) as is,
    is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as needed
  from information_schema.columns where table_schema = 'public'`
const FUNCTIONS = sql<{ name: string; is: string }>`
  select format('function %s(%s)', proname, pg_get_function_identity_arguments(oid)) as name,
    pg_get_function_result(oid) as is
  from pg_proc where pronamespace = 'public'::regnamespace`
/** Constraints with the columns that they are about; null for rows that they do not concern. */
const CONSTRAINTS = sql<{ name: string; is: string; columns: string[] }>`
  select format('constraint %s of %s', conname, conrelid::regclass) as name, pg_get_constraintdef(oid) as is,
    array(select format('column %s.%s', conrelid::regclass, attname)
      from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
  from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'f', 'x')
  union all
  select format('index %s', indexrelid::regclass), pg_get_indexdef(indexrelid),
    array(select format('column %s.%s', indrelid::regclass, attname)
      from pg_attribute where attrelid = indrelid and attnum = any (indkey))
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace = 'public'::regnamespace and indisunique`

interface Seen {
  parts: Schema
  needed: string[]
  rules: Map<string, { is: string; columns: string[] }>
}

async function see({ db }: OpenDatabase): Promise<Seen> {
  const columns = (await COLUMNS.execute(db)).rows
  const functions = (await FUNCTIONS.execute(db)).rows
  return {
    parts: new Map([...columns, ...functions].map(({ name, is }) => [name, is])),
    needed: columns.filter(({ needed }) => needed).map(({ name }) => name),
    rules: new Map((await CONSTRAINTS.execute(db)).rows.map(({ name, ...rule }) => [name, rule])),
  }
}

/** What a server of the earlier version would stumble over, one line each. */
function obstacles(earlier: Seen, later: Seen): string[] {
  const tables = new Set([...earlier.parts.keys()].map((name) => name.split('.')[0]))
  return [
    ...[...earlier.parts].flatMap(([name, is]) => {
      const now = later.parts.get(name)
      if (now === undefined) return [`${name} is gone`]
      return now === is ? [] : [`${name} was ${is} and is ${now}`]
    }),
    ...later.needed
      .filter((name) => !earlier.parts.has(name) && tables.has(name.split('.')[0]!))
      .map((name) => `${name} has no default, so rows without it are refused`),
    ...[...later.rules]
      .filter(([name, { is }]) => earlier.rules.get(name)?.is !== is)
      .filter(([, { columns }]) => columns.length > 0 && columns.every((name) => earlier.parts.has(name)))
      .map(([name]) => `${name} refuses rows that were allowed`),
  ]
}

let database: OpenDatabase
let latest: Seen
let released: Seen

beforeAll(async () => {
  database = await createTestDatabase()
  latest = await see(database)
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  await database.db.transaction().execute((trx) => migrateUpTo(trx, LAST_RELEASED))
  released = await see(database)
})
afterAll(() => database?.close())

it('servers of the last release work with the newest tables', () => {
  expect(released.parts.size).toBeGreaterThan(200)
  expect(obstacles(released, latest)).toEqual([])
})

it.each([
  ['alter table votes drop column reason', 'column votes.reason is gone'],
  ['alter table votes rename to ballots', 'column votes.outcome is gone'],
  ['alter table votes alter column reason set not null', 'column votes.reason was text YES and is text NO'],
  ['alter table arenas add column owner text not null', 'column arenas.owner has no default'],
  ['alter table arenas add constraint titled check (title <> $$$$)', 'constraint titled of arenas refuses'],
  ['create unique index one_title on arenas (title)', 'index one_title refuses'],
  ['alter table arenas add column owner text unique', null],
  [`alter table arenas add column owner text not null default ''`, null],
  ['create table owners (name text not null, unique (name))', null],
])('%s: %s', async (statement, obstacle) => {
  const rollback = new Error('rollback')
  const seen = database.db.transaction().execute(async (trx) => {
    await sql.raw(statement).execute(trx)
    expect(obstacles(released, await see({ ...database, db: trx })).join('\n')).toEqual(
      obstacle === null ? '' : expect.stringContaining(obstacle),
    )
    throw rollback
  })
  await expect(seen).rejects.toBe(rollback)
})
