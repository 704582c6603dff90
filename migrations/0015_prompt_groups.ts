import { sql, type Kysely } from 'kysely'

/** Prompts of one document, conversation, topic or template are one unit of boards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table prompts add column unit_group text`.execute(db)
}
