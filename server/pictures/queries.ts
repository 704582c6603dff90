import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Removes the pictures of an arena that no prompt and no answer names any more. */
export async function removeUnusedPictures(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`
    delete from pictures where arena_id = ${arenaId} and name not in (
      select named[1] from (
        select messages::text || coalesce(reference, '') as text from prompts where arena_id = ${arenaId}
        union all
        select coalesce(text, '') || coalesce(turns::text, '') from answers where arena_id = ${arenaId}
      ) texts, regexp_matches(text, 'picture:([0-9a-f]{32})', 'g') as named
      where text like '%picture:%')`.execute(trx)
}
