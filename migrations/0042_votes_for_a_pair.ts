import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** How many people of the group vote on a shared pair. Null: all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shared_pairs add column votes_wanted integer check (votes_wanted > 0)`.execute(db)
}
