import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** When an operator archived an arena. Null: it is in use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table arenas add column archived_at timestamptz`.execute(db)
}
