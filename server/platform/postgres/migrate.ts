import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely, type Transaction } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { SetupError } from '../setup-error.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations')
/** The number of an advisory lock. */
const MIGRATING = 4_747_001
const MIGRATION_FILE = /^\d{4}_.+\.[jt]s$/

/**
 * Migrates the database to the newest schema. If several processes start at once, one migrates and the others wait. If a
 * migration fails, all that were due are rolled back.
 *
 * @returns the names of the migrations applied now, in order
 * @throws {SetupError} if a migration fails, or the database is that of another version
 */
export async function migrateToLatest<Schema>(db: Kysely<Schema>, folder = FOLDER): Promise<string[]> {
  await refuseOtherVersion(db, folder)
  // most processes find nothing to do, and need not load the migrations
  if (isDeepStrictEqual(await appliedMigrations(db), await knownMigrations(folder))) return []
  return db.connection().execute(async (connection) => {
    // an index of a large table may take longer than any other statement
    const { rows } = await sql<{
      limit: string
    }>`select current_setting('statement_timeout') as limit`.execute(connection)
    const limit = (to: string) =>
      sql`select set_config('statement_timeout', ${to}, false)`.execute(connection)
    await limit('0')
    // Kysely lists all tables before it takes a lock of its own, which fails while another process renames a column
    await sql`select pg_advisory_lock(${MIGRATING})`.execute(connection)
    return migrate(connection, folder).finally(async () => {
      await sql`select pg_advisory_unlock(${MIGRATING})`.execute(connection)
      await limit(rows[0]!.limit)
    })
  })
}

/**
 * Migrates an empty database in the transaction of the caller up to the named migration, and no further.
 * @throws {SetupError} if a migration fails; the caller rolls back
 */
export async function migrateUpTo<Schema>(trx: Transaction<Schema>, last: string): Promise<void> {
  await migrate(trx, FOLDER, last)
}

async function migrate<Schema>(db: Kysely<Schema>, folder: string, last?: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) {
    const failed = results.find((result) => result.status === 'Error')
    const what = failed ? `Migration ${failed.migrationName} failed` : 'The database cannot be migrated'
    throw new SetupError(
      `${what}, and nothing was changed: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return results.map((result) => result.migrationName)
}

/** The names of all migrations of this version, in order. */
export async function knownMigrations(folder = FOLDER): Promise<string[]> {
  return (await migrationFiles(folder)).map((file) => parse(file).name)
}

const migrationFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => MIGRATION_FILE.test(name)).sort()

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const load = async (file: string) => [
    parse(file).name,
    (await import(pathToFileURL(join(folder, file)).href)) as Migration,
  ]
  return Object.fromEntries(await Promise.all((await migrationFiles(folder)).map(load)))
}

/** The names of the migrations that a database has, in order; none if it was never migrated. */
export async function appliedMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const table = await sql<{
    found: boolean
  }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!table.rows[0].found) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map((row) => row.name)
}

/** @throws {SetupError} if the database has a migration that this version does not know */
export async function refuseOtherVersion<Schema>(db: Kysely<Schema>, folder = FOLDER): Promise<void> {
  const known = await knownMigrations(folder)
  const unknown = (await appliedMigrations(db)).findLast((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new SetupError(
      `Another version of Deadheat made this database: its migration ${unknown} is not known here. Update Deadheat, or use the database of this version.`,
    )
}
