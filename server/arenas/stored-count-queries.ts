import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { CountPosition, SourceCount } from './source-queries.ts'

export interface StoredCount extends CountPosition {
  counts: readonly SourceCount[]
}

/**
 * The stored counts of these arenas. A row that was restored from a dump is left out: this server numbers its transactions
 * otherwise. Such a row was written by another transaction than it says.
 */
export async function selectStoredCounts(
  db: Kysely<Database>,
  arenaIds: readonly number[],
  isPublic: boolean,
): Promise<StoredCount[]> {
  if (arenaIds.length === 0) return []
  const { rows } = await sql<StoredCount>`
    select arena_id as "arenaId", since::text, counts from vote_counts
    where arena_id = any (${arenaIds}::integer[]) and public = ${isPublic} and written_by::xid = xmin`.execute(
    db,
  )
  return rows
}

export async function storeCount(
  db: Kysely<Database>,
  { arenaId, since, counts }: StoredCount,
  isPublic: boolean,
): Promise<void> {
  await sql`
    insert into vote_counts (arena_id, public, since, counts, written_by)
    values (${arenaId}, ${isPublic}, ${since}::xid8, ${JSON.stringify(counts)}::jsonb, pg_current_xact_id())
    on conflict (arena_id, public) do update
    set since = excluded.since, counts = excluded.counts, written_by = excluded.written_by`.execute(db)
}
