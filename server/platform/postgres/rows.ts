import { sql, type Insertable } from 'kysely'
import type { Database, Db } from '../schema.ts'
import type { Client, ClientBase } from 'pg'
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams'

/** Rows of one statement: enough that its fixed cost does not matter, few enough for memory. */
const PORTION = 10_000

/**
 * Inserts many rows, with one array per column, so neither a statement's text nor its number of parameters grows with
 * them. `types` names the columns to write, with their types in Postgres; use `timestamptz` for dates.
 */
export const insertRows = <T extends keyof Database>(
  trx: Db,
  table: T,
  types: Partial<Record<keyof Insertable<Database[T]> & string, string>>,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> => insertTableRows(trx, table, types, rows)

/** The same for any table, such as a temporary one. */
export async function insertTableRows<Row extends object>(
  trx: Db,
  table: string,
  types: { readonly [Column in keyof Row & string]?: string },
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.entries(types) as [keyof Row & string, string][]
  const names = sql.join(columns.map(([column]) => sql.ref(column)))
  for (const portion of chunks(rows, PORTION)) {
    const arrays = columns.map(([column, type]) => {
      return sql`${arrayLiteral(portion.map((row) => row[column]))}::${sql.raw(type)}[]`
    })
    await sql`insert into ${sql.table(table)} (${names}) select * from unnest(${sql.join(arrays)})`.execute(
      trx,
    )
  }
}

/** An array in the text format of Postgres. The driver's own conversion takes as long as the insert. */
function arrayLiteral(values: unknown[]): string {
  return `{${values.map(elementLiteral).join(',')}}`
}

function elementLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `"${value.toISOString()}"`
  if (typeof value !== 'string') return String(value)
  return SPECIAL.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}

const SPECIAL = /["\\]/

// Rows of a query in the binary format of Postgres, which is read many times faster than rows of text.

/** The length of the header: signature, flags, and an empty extension. */
const HEADER = 19
const END = -1

/** The current row. The next one overwrites it. */
export class BinaryRow {
  bytes: Buffer = Buffer.alloc(0)
  /** The start of each field and its length in bytes; −1 means null. */
  readonly starts: number[] = []
  readonly lengths: number[] = []

  isNull(field: number): boolean {
    return this.lengths[field] < 0
  }

  int4(field: number): number {
    return this.bytes.readInt32BE(this.starts[field])
  }

  /** Exact up to 2⁵³. */
  int8(field: number): number {
    const start = this.starts[field]
    return this.bytes.readInt32BE(start) * 2 ** 32 + this.bytes.readUInt32BE(start + 4)
  }

  text(field: number): string {
    return this.bytes.toString('utf8', this.starts[field], this.starts[field] + this.lengths[field])
  }

  /** A key that is equal exactly for equal texts, and cheaper than the text. */
  textKey(field: number): string {
    return this.bytes.toString('latin1', this.starts[field], this.starts[field] + this.lengths[field])
  }
}

/** Binary timestamps count microseconds from the year 2000. */
export const postgresTimestamp = (moment: Date): number => (moment.getTime() - Date.UTC(2000, 0, 1)) * 1000

/**
 * The bytes of a COPY TO STDOUT. A reader that leaves early destroys the stream, and no loop hears what the end of the
 * connection then says about it: without a listener that would stop the process.
 */
export const copyStream = (client: ClientBase, statement: string): CopyToStreamQuery =>
  client.query(copyTo(statement)).on('error', () => undefined)

/**
 * Calls a function for each row of a query. The memory used does not grow with the number of rows.
 * @param query without parameters, which COPY does not support
 */
export async function copyRows(client: Client, query: string, hear: (row: BinaryRow) => void): Promise<void> {
  const row = new BinaryRow()
  let buffered: Buffer = Buffer.alloc(0)
  let offset = HEADER
  for await (const piece of copyStream(client, `copy (${query}) to stdout (format binary)`)) {
    row.bytes = buffered.length > 0 ? Buffer.concat([buffered, piece as Buffer]) : (piece as Buffer)
    for (let end = readRow(row, offset); end >= 0; end = readRow(row, offset)) {
      offset = end
      hear(row)
    }
    const read = Math.min(offset, row.bytes.length)
    buffered = row.bytes.subarray(read)
    offset -= read
  }
}

/** Finds the fields of the row at `at`. Returns its end, or −1 if the row is incomplete or there is none. */
function readRow({ bytes, starts, lengths }: BinaryRow, offset: number): number {
  if (offset + 2 > bytes.length) return -1
  const fields = bytes.readInt16BE(offset)
  if (fields === END) return -1
  let next = offset + 2
  for (let field = 0; field < fields; field++) {
    if (next + 4 > bytes.length) return -1
    const length = bytes.readInt32BE(next)
    starts[field] = next + 4
    lengths[field] = length
    next += 4 + Math.max(0, length)
  }
  return next > bytes.length ? -1 : next
}

/** Rows in portions that one INSERT can carry (Postgres takes 65,535 parameters a statement). */
export function* chunks<T>(rows: Iterable<T>, size = 1000): Generator<T[]> {
  let chunk: T[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/**
 * A page of rows of which one more than `limit` was read, newest first.
 * @returns the page, and the id before which the next one begins; null: there is none
 */
export function cutPage<Row extends { id: number }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; before: number | null } {
  const page = rows.slice(0, limit)
  return { page, before: rows.length > limit ? page.at(-1)!.id : null }
}
