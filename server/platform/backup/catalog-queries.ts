/** What the catalogue of Postgres says about the tables of a backup. */
import { escapeIdentifier, type ClientBase } from 'pg'

export interface StoredTable {
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
        !done.has(name) && refersTo.every((other) => done.has(other) || !names.has(other)),
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
