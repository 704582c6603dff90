import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { SetupError } from './setup-error.ts'
import { msg } from '../../shared/messages/index.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
const MIGRATION_FILE = /^\d{4}_.+\.[jt]s$/

/**
 * Migrates the database to the newest schema. If several processes start at once, one migrates and the others wait. If a
 * migration fails, all that were due are rolled back.
 *
 * @returns the names of the migrations applied now, in order
 * @throws {SetupError} if a migration fails, or the database is newer than this code
 */
export async function migrateToLatest<Schema>(db: Kysely<Schema>, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  await refuseNewerDatabase(db, migrations)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = results.find((result) => result.status === 'Error')
    const what = failed ? `Migration ${failed.migrationName} failed` : 'The database cannot be migrated'
    throw new SetupError(
      msg('not_migrated', { what, why: error instanceof Error ? error.message : String(error) }),
    )
  }
  return results.map((result) => result.migrationName)
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => MIGRATION_FILE.test(name)).sort()
  const load = async (file: string) => [
    parse(file).name,
    (await import(pathToFileURL(join(folder, file)).href)) as Migration,
  ]
  return Object.fromEntries(await Promise.all(files.map(load)))
}

async function refuseNewerDatabase<Schema>(
  db: Kysely<Schema>,
  known: Record<string, Migration>,
): Promise<void> {
  const table = await sql<{
    found: boolean
  }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!table.rows[0].found) return
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = applied.rows.map((row) => row.name).filter((name) => !(name in known))
  if (unknown.length === 0) return
  throw new SetupError(msg('database_newer', { migration: unknown.at(-1) }))
}
