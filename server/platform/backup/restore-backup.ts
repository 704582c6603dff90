import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { escapeIdentifier } from 'pg'
import type { Client, ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { OpenDatabase } from '../database.ts'
import { migrateJobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { knownMigrations, migrateToLatest, migrateUpTo } from '../migrate.ts'
import type { Database } from '../schema.ts'
import { stopsAt } from '../squashed-migrations.ts'
import { msg } from '../../../shared/messages/index.ts'
import { BackupError } from './backup-error.ts'
import {
  addWaitingJobs,
  firstContent,
  firstJob,
  hasJobs,
  NO_TIME_LIMITS,
  makeTableOfJobs,
  namedColumns,
} from './catalog-queries.ts'
import { JOBS } from './manifest.ts'
import type { Manifest, Section } from './manifest.ts'
import { damaged, readBackup, WRONG_HASH } from './read-backup.ts'
import type { BackupFile } from './read-backup.ts'

/** @throws {BackupError} if this version lacks a migration of the backup, or no longer has it */
export async function mustBeRestorable({ name }: BackupFile, manifest: Manifest): Promise<void> {
  const last = stopsAt(manifest.migrations)
  if (last !== null) throw new BackupError(msg('backup_too_old', { file: name, migration: last }))
  const known = await knownMigrations()
  const unknown = manifest.migrations.find((migration, n) => migration !== known[n])
  if (unknown === undefined) return
  const { deadheat: version } = manifest
  throw new BackupError(msg('backup_newer', { file: name, version, migration: unknown }))
}

/**
 * Fills an empty database from a checked backup, in one transaction: its own tables, then their rows and jobs. Then migrates
 * it to this version.
 * @param manifest what checkBackup returned for this file
 * @returns the migrations that the backup lacked
 * @throws {BackupError} if the database is not empty, or the file changed since it was checked. The database is as before
 */
export async function restoreBackup(
  database: OpenDatabase,
  file: BackupFile,
  manifest: Manifest,
  log: Log,
): Promise<string[]> {
  const client = await database.connect()
  try {
    const hadJobs = await hasJobs(client)
    const table = (await firstContent(client)) ?? (hadJobs ? await firstJob(client) : null)
    if (table !== null) throw new BackupError(msg('restore_into_content', { table }))
    // the queue migrates itself, on connections of its own
    await migrateJobs(database.direct.pool, log)
    await transactionOn(client)
      .execute(async (trx) => {
        await migrateUpTo(trx, manifest.migrations.at(-1)!)
        await load(client, file, manifest)
      })
      .catch(async (error: unknown) => {
        if (!hadJobs) await database.pool.query('drop schema graphile_worker cascade')
        throw error
      })
  } finally {
    await client.end()
  }
  const applied = await migrateToLatest(database.direct.db)
  await database.pool.query('analyze')
  return applied
}

/** A transaction of Kysely on this connection, which COPY needs too. */
export function transactionOn(client: Client) {
  const connection = Object.assign(client, { release: () => {} })
  const pool = { options: {}, connect: async () => connection, end: async () => {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }).transaction()
}

async function load(client: ClientBase, file: BackupFile, manifest: Manifest): Promise<void> {
  const tables = manifest.sections
    .filter(({ name }) => name !== JOBS)
    .map(({ name }) => escapeIdentifier(name))
  const eachTable = (change: string) => tables.map((table) => `alter table ${table} ${change}`).join('; ')
  await client.query(NO_TIME_LIMITS)
  // what triggers did is in the rows already; foreign keys and constraints are checked
  await client.query(eachTable('disable trigger user'))
  await client.query(`truncate ${tables.join(', ')}`)
  await makeTableOfJobs(client, JOBS)
  let next = 0
  for await (const part of readBackup(file)) {
    if ('manifest' in part) break
    const section = manifest.sections[next++]
    if (section?.name !== part.table) throw damaged(file.name, WRONG_HASH)
    await loadRows(client, section, namedColumns(section.name, section.columns), part.rows, file.name)
  }
  for (const { name, last } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [escapeIdentifier(name), last])
  await client.query('set constraints all immediate')
  await client.query(eachTable('enable trigger user'))
  await addWaitingJobs(client, JOBS)
}

/**
 * Copies the rows of a section into a table.
 * @param target the table with its columns, as COPY takes them
 * @throws {BackupError} if they are others than the manifest says
 */
export async function loadRows(
  client: ClientBase,
  { rows, sha256 }: Section,
  target: string,
  chunks: AsyncGenerator<Buffer>,
  file: string,
): Promise<void> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const table = client.query(copyFrom(`copy ${target} from stdin`))
  await pipeline(Readable.from(chunks), hashing, table)
  if (table.rowCount !== rows || hash.digest('hex') !== sha256) throw damaged(file, WRONG_HASH)
}
