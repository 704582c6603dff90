import { z } from 'zod'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { escapeIdentifier, type ClientBase } from 'pg'

/** The layout of the file. A reader refuses every other number. */
export const FORMAT = 1

/** The name of the section with the jobs that wait, which are no table of Deadheat. */
export const JOBS = 'waiting jobs'

/** The first part of a backup. */
export const Head = z.object({ deadheatBackup: z.int() })

/** The start of a section: the rows of one table follow, in the text format of COPY. */
export const SectionStart = z.object({ table: z.string() })

export const Section = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** SHA-256 of the rows as they are in the file, hexadecimal. */
  sha256: z.string().length(64),
})
export type Section = z.infer<typeof Section>

/** The last part of a backup. Without it the file is incomplete. */
export const Manifest = z.object({
  /** The version of Deadheat that made the backup. */
  deadheat: z.string(),
  postgres: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The migrations of the database, in order. */
  migrations: z.array(z.string()).min(1),
  /** In the order of the file: a table comes after those that it refers to. */
  sections: z.array(Section),
  /** The last value of each sequence that was used; text, because it may exceed 2⁵³. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d+$/) })),
})
export type Manifest = z.infer<typeof Manifest>

// The container of a backup, packed with gzip: frames, each a length (4 bytes, big endian) and its bytes. An empty frame ends
// the rows of a table.

const LENGTH = 4
/** A longer frame is written as several, so that a damaged length cannot ask for all memory. */
const MAX_BYTES = 2 ** 20

export const END_OF_ROWS = Buffer.alloc(LENGTH)

export function* encodeFrames(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += MAX_BYTES) {
    const piece = bytes.subarray(start, start + MAX_BYTES)
    const length = Buffer.alloc(LENGTH)
    length.writeUInt32BE(piece.length)
    yield length
    yield piece
  }
}

export function jsonFrame(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value))
  const frame = Buffer.alloc(LENGTH + text.length)
  frame.writeUInt32BE(text.length)
  text.copy(frame, LENGTH)
  return frame
}

export async function* packed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip()
  const feeding = pipeline(Readable.from(bytes), gzip)
  // the reader below gets the same error
  feeding.catch(() => {})
  yield* gzip as AsyncIterable<Buffer>
  await feeding
}

/**
 * Splits unpacked bytes into frames.
 * @throws {RangeError} if a frame is too long to be one, or the bytes end inside one
 */
export async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, chunk]) : chunk
    let start = 0
    while (buffered.length - start >= LENGTH) {
      const length = buffered.readUInt32BE(start)
      if (length > MAX_BYTES) throw new RangeError('a length is wrong')
      if (buffered.length - start < LENGTH + length) break
      yield buffered.subarray(start + LENGTH, start + LENGTH + length)
      start += LENGTH + length
    }
    buffered = buffered.subarray(start)
  }
  if (buffered.length > 0) throw new RangeError('unexpected end of file')
}

// What the catalogue of Postgres says about the tables of a backup.

interface StoredTable {
  name: string
  /** Without generated columns, which Postgres computes itself. */
  columns: string[]
  /** Bytes on disk, for the progress. */
  size: number
  /** Other tables that its foreign keys name. */
  refersTo: string[]
}

/** The tables of Deadheat, each after those that it refers to: all of the owner of the migrations, without theirs. */
export async function storedTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select t.relname as name, pg_table_size(t.oid)::float8 as size,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = t.oid and f.contype = 'f' and r.oid <> t.oid) as "refersTo"
    from pg_class t
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
      and t.relowner = (select relowner from pg_class where oid = 'kysely_migration'::regclass)
      and t.relname not in ('kysely_migration', 'kysely_migration_lock')
    order by t.relname`)
  return inOrder(rows)
}

/** @throws {Error} if tables refer to each other in a circle, which no migration may make */
function inOrder(tables: StoredTable[]): StoredTable[] {
  const names = new Set(tables.map(({ name }) => name))
  const done = new Set<string>()
  const sorted: StoredTable[] = []
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      ({ name, refersTo }) =>
        !done.has(name) && refersTo.every((table) => done.has(table) || !names.has(table)),
    )
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.')
    for (const table of ready) done.add(table.name)
    sorted.push(...ready)
  }
  return sorted
}

export async function hasJobs(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as found`,
  )
  return rows[0].found
}

/** For the current transaction: a role may have limits that suit its short queries. */
export const NO_TIME_LIMITS =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** For the transaction of a backup: values are written so that every server reads them alike. */
export const SAME_TEXT_EVERYWHERE = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 1; ${NO_TIME_LIMITS}`

/** A table with its columns, as COPY takes them. */
export const namedColumns = (name: string, columns: readonly string[]): string =>
  `${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`
