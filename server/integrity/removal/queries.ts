import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** The tables with rows of arenas, a table before those that refer to it. */
export async function selectArenaTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; refersTo: string[] }>`
    select c.relname as name, array(
      select distinct f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'arena_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`.execute(db)
  const ordered = new Set(['arenas'])
  while (ordered.size <= rows.length) {
    const next = rows.filter(
      ({ name, refersTo }) => !ordered.has(name) && refersTo.every((one) => ordered.has(one)),
    )
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    for (const { name } of next) ordered.add(name)
  }
  return [...ordered]
}

const rowsOf = (table: string, arenaId: number) =>
  sql`from ${sql.table(table)} where ${sql.ref(table === 'arenas' ? 'id' : 'arena_id')} = ${arenaId}`

/** Locks all rows of an arena, so that no row that refers to them can be added meanwhile. */
export async function lockRows(
  trx: Transaction<Database>,
  arenaId: number,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables)
    await sql`select count(*) from (select ${rowsOf(table, arenaId)} for update) locked`.execute(trx)
}

export async function countRows(
  trx: Transaction<Database>,
  arenaId: number,
): Promise<Record<'contestants' | 'prompts' | 'answers' | 'votes', number>> {
  const count = (table: string) => sql`(select count(*)::int ${rowsOf(table, arenaId)})`
  const { rows } = await sql<Record<'contestants' | 'prompts' | 'answers' | 'votes', number>>`
    select ${count('contestants')} as contestants, ${count('prompts')} as prompts, ${count('answers')} as answers,
      ${count('votes')} as votes`.execute(trx)
  return rows[0]
}

/** Deletes the arena from all tables. The setting lets the tables of facts allow it, in this transaction alone. */
export async function deleteArena(
  trx: Transaction<Database>,
  arenaId: number,
  tables: readonly string[],
): Promise<void> {
  await sql`select set_config('deadheat.removed_arena', ${String(arenaId)}, true)`.execute(trx)
  for (const table of tables.toReversed()) await sql`delete ${rowsOf(table, arenaId)}`.execute(trx)
}
