import { sql, type Kysely } from 'kysely'

/** The ingredients of contestants. Of the type `json`, since `jsonb` would forget their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contestants add column factors json not null default '{}'`.execute(db)
}
