import { sql } from 'kysely'
import type { Insertable, Kysely } from 'kysely'
import { chunks } from './chunks.ts'
import type { Database } from './schema.ts'

/** Rows that one statement carries: enough to make what a statement costs no matter, few enough to hold. */
const PORTION = 10_000

/**
 * Inserts many rows: one array per column, so that neither the text of a statement nor its number of parameters grows
 * with them. `types` names the columns that are written, with their types in Postgres; moments go as `timestamptz`.
 */
export async function insertRows<T extends keyof Database>(
  trx: Kysely<Database>,
  table: T,
  types: Partial<Record<keyof Insertable<Database[T]> & string, string>>,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const columns = Object.entries(types) as [keyof Insertable<Database[T]> & string, string][]
  const names = sql.join(columns.map(([column]) => sql.ref(column)))
  for (const portion of chunks(rows, PORTION)) {
    const arrays = columns.map(([column, type]) => {
      return sql`${arrayOf(portion.map((row) => row[column]))}::${sql.raw(type)}[]`
    })
    await sql`insert into ${sql.table(table)} (${names}) select * from unnest(${sql.join(arrays)})`.execute(
      trx,
    )
  }
}

/** An array as Postgres reads it; the driver's own way takes as long as the insert. */
function arrayOf(values: unknown[]): string {
  return `{${values.map(cellOf).join(',')}}`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `"${value.toISOString()}"`
  if (typeof value !== 'string') return String(value)
  return SPECIAL.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}

const SPECIAL = /["\\]/
