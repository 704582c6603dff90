import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Why a run stopped, as a message that every language can show. `cause` keeps the English text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table runs add column finding jsonb`.execute(db)
}
