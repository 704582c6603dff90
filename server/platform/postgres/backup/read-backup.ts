import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline as pipe, Readable, Transform } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import {
  readFrames,
  FORMAT,
  Head,
  Manifest,
  SectionStart,
  hasJobs,
  NO_TIME_LIMITS,
  namedColumns,
  JOBS,
  type Section,
} from './format.ts'
import { jsonIn } from '../../json.ts'
import { BackupError, fileReadFailure } from '../../setup-error.ts'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { escapeIdentifier, type Client, type ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { OpenDatabase } from '../database.ts'
import { migrateJobs } from '../../jobs/jobs.ts'
import type { Log } from '../../log.ts'
import { knownMigrations, migrateToLatest, migrateUpTo } from '../migrate.ts'
import type { Database } from '../../schema.ts'

/** The rows of one table, to be read to their end before the next part, or the manifest, which is the last part. */
type Part<M> = { table: string; rows: AsyncGenerator<Buffer> } | { manifest: M }

/** A kind of file in the container of backups. */
export interface Kind<M extends Sectioned> {
  /** Checks the first part. @returns why it cannot be read; null if it can */
  refusal: (head: unknown, file: string) => CodedMessage | null
  manifest: z.ZodType<M>
}

type Sectioned = Pick<Manifest, 'sections'>

const BACKUP: Kind<Manifest> = {
  refusal: (json, file) => {
    const head = Head.safeParse(json)
    if (!head.success) return msg('no_backup', { file })
    const { deadheatBackup: format } = head.data
    return format === FORMAT ? null : msg('of_other_format', { file, format })
  },
  manifest: Manifest,
}

/** A file, and how much of it is read: a share from 0 to 1. */
export interface BackupFile {
  path: string
  /** The name for messages, as the caller typed it. */
  name: string
  onProgress?: (share: number) => void
}

const readBackup = (file: BackupFile): AsyncGenerator<Part<Manifest>> => readParts(file, BACKUP)

/** @throws {BackupError} if anything differs from the manifest */
export const checkBackup = (file: BackupFile): Promise<Manifest> => checkParts(file, BACKUP)

/**
 * Reads a file part by part.
 * @throws {BackupError} if it cannot be read, is of another kind or format, or is damaged
 */
export async function* readParts<M extends Sectioned>(
  file: BackupFile,
  kind: Kind<M>,
): AsyncGenerator<Part<M>> {
  const frames = framesIn(file)
  const next = async () => {
    const { done, value } = await frames.next()
    if (done) throw damaged(file.name, CUT)
    return value
  }
  const refusal = kind.refusal(jsonIn(String(await next())), file.name)
  if (refusal) throw new BackupError(refusal)
  for (;;) {
    const json = jsonIn(String(await next()))
    const start = SectionStart.safeParse(json)
    if (start.success) {
      yield { table: start.data.table, rows: rowsBy(next) }
      continue
    }
    const manifest = kind.manifest.safeParse(json)
    // reads to the end of the file, where gzip has its checksum
    if (!manifest.success || !(await frames.next()).done) throw damaged(file.name, 'its manifest is wrong')
    return yield { manifest: manifest.data }
  }
}

/**
 * Reads the whole file and compares every table with its hash.
 * @throws {BackupError} if anything differs
 */
export async function checkParts<M extends Sectioned>(file: BackupFile, kind: Kind<M>): Promise<M> {
  const read: { name: string; sha256: string }[] = []
  for await (const part of readParts(file, kind)) {
    if ('manifest' in part) {
      const listed = part.manifest.sections.map(({ name, sha256 }) => ({ name, sha256 }))
      if (!isDeepStrictEqual(listed, read)) throw damaged(file.name, WRONG_HASH)
      return part.manifest
    }
    const hash = createHash('sha256')
    for await (const chunk of part.rows) hash.update(chunk)
    read.push({ name: part.table, sha256: hash.digest('hex') })
  }
  throw damaged(file.name, CUT)
}

/** Words of zlib, which knows no other name for it. */
const CUT = 'unexpected end of file'
const WRONG_HASH = 'a checksum is wrong'

const damaged = (file: string, why: string): BackupError =>
  new BackupError(`${file} is damaged or incomplete (${why}). Nothing of it was stored; use another copy.`)

/** The frames of a file. Its errors are for users. */
async function* framesIn(file: BackupFile): AsyncGenerator<Buffer> {
  let isBackup = false
  try {
    for await (const frame of readFrames(unpacked(file))) {
      isBackup = true
      yield frame
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isOfFile = error instanceof RangeError || code?.startsWith('Z_')
    const isForeign = !isBackup && (error instanceof RangeError || message === 'incorrect header check')
    if (isForeign && message !== CUT) throw new BackupError(msg('no_backup', { file: file.name }))
    if (isOfFile) throw damaged(file.name, message)
    if (code !== undefined) throw new BackupError(fileReadFailure(file.name, error as NodeJS.ErrnoException))
    throw error
  }
}

async function* unpacked({ path, onProgress }: BackupFile): AsyncGenerator<Buffer> {
  const { size } = await stat(path)
  const stream = createReadStream(path, { highWaterMark: 262_144 })
  stream.on('data', () => onProgress?.(stream.bytesRead / Math.max(1, size)))
  const gunzip = createGunzip()
  // gunzip passes an error on to the reader below
  pipe(stream, gunzip, () => undefined)
  yield* gunzip as AsyncIterable<Buffer>
}

async function* rowsBy(next: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  for (let frame = await next(); frame.length > 0; frame = await next()) yield frame
}

/** @throws {BackupError} if this version lacks a migration of the backup */
export async function requireRestorable({ name }: BackupFile, manifest: Manifest): Promise<void> {
  const known = await knownMigrations()
  const unknown = manifest.migrations.find((migration, n) => migration !== known[n])
  if (unknown === undefined) return
  const { deadheat: version } = manifest
  throw new BackupError(
    `${name} was made by Deadheat ${version} and needs its migration ${unknown}, which this version does not have: update Deadheat, then restore.`,
  )
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
    if (table !== null)
      throw new BackupError(
        `The database is not empty: it has "${table}". Nothing was restored. Make an empty database and name it in DATABASE_URL, or name a new folder in DEADHEAT_DATA.`,
      )
    // the queue migrates itself, on connections of its own
    await migrateJobs(database.direct.pool, log)
    await clientTransaction(client)
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
export function clientTransaction(client: Client) {
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
