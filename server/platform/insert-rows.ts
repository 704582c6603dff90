import { sql } from 'kysely'
import type { Insertable, Kysely } from 'kysely'
import { chunks } from './chunks.ts'
import type { Database } from './schema.ts'

/** Rows of one statement: enough that its fixed cost does not matter, few enough for memory. */
const PORTION = 10_000

/**
 * Inserts many rows, with one array per column, so neither a statement's text nor its number of parameters grows with
 * them. `types` names the columns to write, with their types in Postgres; use `timestamptz` for dates.
 */
export const insertRows = <T extends keyof Database>(
  trx: Kysely<Database>,
  table: T,
  types: Partial<Record<keyof Insertable<Database[T]> & string, string>>,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> => insertRowsAs(trx, table, types, rows)

/** The same for any table, such as a temporary one. */
export async function insertRowsAs<Row extends object>(
  trx: Kysely<Database>,
  table: string,
  types: { readonly [Column in keyof Row & string]?: string },
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.entries(types) as [keyof Row & string, string][]
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

/** An array in the text format of Postgres. The driver's own conversion takes as long as the insert. */
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
