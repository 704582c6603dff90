import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { escapeIdentifier, type Client, type ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { OpenDatabase } from '../database.ts'
import { migrateJobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { knownMigrations, migrateToLatest, migrateUpTo } from '../migrate.ts'
import type { Database } from '../schema.ts'
import { msg } from '../../../shared/messages/index.ts'
import { BackupError } from './backup-error.ts'
import { hasJobs, NO_TIME_LIMITS, namedColumns } from './catalog-queries.ts'
import { JOBS, type Manifest, type Section } from './manifest.ts'
import { damaged, readBackup, WRONG_HASH, type BackupFile } from './read-backup.ts'

/** @throws {BackupError} if this version lacks a migration of the backup */
export async function mustBeRestorable({ name }: BackupFile, manifest: Manifest): Promise<void> {
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

/** The first thing in the way of a restore, or null if the database is empty. */
async function firstContent(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname <> 'arenas', c.relname limit 1`)
  return rows[0]?.name ?? null
}

/** The name of the queue if a job is in it, otherwise null. */
async function firstJob(client: ClientBase): Promise<string | null> {
  const { rowCount } = await client.query('select from graphile_worker._private_jobs limit 1')
  return rowCount ? 'graphile_worker.jobs' : null
}

/** Makes the table that takes the waiting jobs of a backup, until the end of the transaction. */
async function makeTableOfJobs(client: ClientBase, name: string): Promise<void> {
  await client.query(`create temporary table ${escapeIdentifier(name)} (task text, payload json, queue text,
    run_at timestamptz, max_attempts smallint, key text, priority smallint, flags text[],
    place integer generated always as identity) on commit drop`)
}

/** Queues the jobs of that table, in its order. */
async function addWaitingJobs(client: ClientBase, name: string): Promise<void> {
  await client.query(`
    select graphile_worker.add_jobs(specs) from (
      select array_agg(row(task, payload, queue, run_at, max_attempts, key, priority, flags)::graphile_worker.job_spec
        order by place) as specs
      from ${escapeIdentifier(name)}) as all_jobs
    where specs is not null`)
}
