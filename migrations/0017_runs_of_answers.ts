import { sql, type Kysely } from 'kysely'

/** The ids of an answer's run in another tool, for feedback to that tool. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table answers add column run jsonb`.execute(db)
}
