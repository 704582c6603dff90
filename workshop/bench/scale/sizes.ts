import type { Client } from 'pg'

/** The largest tables with their indexes, and the whole database. The rows of a table, first its head. */
export async function sizesOf(client: Client): Promise<string[][]> {
  const { rows } = await client.query<{ name: string; rows: number; heap: string; indexes: string }>(
    `select relname as name, reltuples::float8 as rows, pg_size_pretty(pg_table_size(oid)) as heap,
      pg_size_pretty(pg_indexes_size(oid)) as indexes
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by pg_total_relation_size(oid) desc limit 4`,
  )
  const whole = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  return [
    ['table', 'rows', 'data', 'indexes'],
    ...rows.map(({ name, rows: count, heap, indexes }) => [name, count.toLocaleString('en'), heap, indexes]),
    ['database', '', whole.rows[0]!.size, ''],
  ]
}
