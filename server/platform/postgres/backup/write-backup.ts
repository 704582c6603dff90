import { copyStream } from '../rows.ts'
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { OpenDatabase } from '../database.ts'
import { appliedMigrations, refuseOtherVersion } from '../migrate.ts'
import { VERSION } from '../../config/installation.ts'
import {
  hasJobs,
  namedColumns,
  SAME_TEXT_EVERYWHERE,
  storedTables,
  END_OF_ROWS,
  encodeFrames,
  jsonFrame,
  packed,
  FORMAT,
  JOBS,
  type Manifest,
  type Section,
} from './format.ts'
import { BackupError } from '../../setup-error.ts'

interface BackupOptions {
  at: Date
  /** Called with the share that is done, 0 … 1, and the current table. */
  onProgress?: (share: number, table: string) => void
  /** Called once, when everything has been read. */
  onManifest?: (manifest: Manifest) => void
}

/**
 * Reads the whole database in one snapshot, as a gzip file. Others read and write meanwhile; migrations wait.
 * @throws {BackupError} if the database has no tables of Deadheat
 * @throws {SetupError} if the database is newer than this code
 */
export function streamBackup(database: OpenDatabase, options: BackupOptions): AsyncGenerator<Buffer> {
  return packed(backupParts(database, options))
}

async function* backupParts(database: OpenDatabase, options: BackupOptions): AsyncGenerator<Buffer> {
  await refuseOtherVersion(database.db)
  if ((await appliedMigrations(database.db)).length === 0)
    throw new BackupError(
      'This database has no tables of Deadheat, so there is nothing to back up. Check DATABASE_URL and DEADHEAT_DATA.',
    )
  const client = await database.connect()
  try {
    await client.query('begin isolation level repeatable read')
    // waits for a migration that runs, and keeps others waiting; the snapshot begins after it
    await client.query('lock table kysely_migration in share mode')
    await client.query('set transaction read only')
    await client.query(SAME_TEXT_EVERYWHERE)
    yield jsonFrame({ deadheatBackup: FORMAT })
    const sections = yield* writeSections(client, options)
    const manifest = await makeManifest(client, database, options.at, sections)
    options.onManifest?.(manifest)
    yield jsonFrame(manifest)
  } finally {
    await client.end()
  }
}

async function* writeSections(
  client: ClientBase,
  { onProgress }: BackupOptions,
): AsyncGenerator<Buffer, Section[]> {
  const tables = await storedTables(client)
  const total = tables.reduce((sum, { size }) => sum + size, 0)
  const sections: Section[] = []
  let before = 0
  for (const { name, columns, size } of tables) {
    const hear = (bytes: number) => onProgress?.((before + Math.min(bytes, size)) / Math.max(1, total), name)
    sections.push(yield* streamSection(client, { name, columns, source: namedColumns(name, columns) }, hear))
    before += size
  }
  if (await hasJobs(client))
    sections.push(
      yield* streamSection(client, { name: JOBS, columns: [...JOB_COLUMNS], source: `(${WAITING_JOBS})` }),
    )
  return sections
}

/** The rows of one table or query as a section of the file. */
export async function* streamSection(
  client: ClientBase,
  { name, columns, source }: { name: string; columns: string[]; source: string },
  hear?: (bytes: number) => void,
): AsyncGenerator<Buffer, Section> {
  const hash = createHash('sha256')
  const rows = copyStream(client, `copy ${source} to stdout`)
  let bytes = 0
  yield jsonFrame({ table: name })
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield* encodeFrames(chunk)
    hear?.((bytes += chunk.length))
  }
  yield END_OF_ROWS
  return { name, columns, rows: rows.rowCount, sha256: hash.digest('hex') }
}

async function makeManifest(
  client: ClientBase,
  { db }: OpenDatabase,
  at: Date,
  sections: Section[],
): Promise<Manifest> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return {
    deadheat: VERSION,
    postgres: rows[0].server_version,
    at: at.toISOString(),
    // the lock on their table keeps them as they are
    migrations: await appliedMigrations(db),
    sections,
    sequences: await usedSequences(client),
  }
}

async function usedSequences(client: ClientBase): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`)
  return rows
}

/** The columns of a waiting job, as graphile_worker.add_jobs takes them. */
const JOB_COLUMNS = [
  'task',
  'payload',
  'queue',
  'run_at',
  'max_attempts',
  'key',
  'priority',
  'flags',
] as const

/** Jobs that wait or run. A job that runs is to run again after a restore; all jobs may run twice. */
const WAITING_JOBS = `
  select tasks.identifier as task, jobs.payload, queues.queue_name as queue, jobs.run_at, jobs.max_attempts, jobs.key,
    jobs.priority, case when jobs.flags is null then null else array(select jsonb_object_keys(jobs.flags)) end as flags
  from graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
  where jobs.attempts < jobs.max_attempts
  order by jobs.id`
