import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** How strong the evidence against a suspect was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // natural logarithm of the e-value; null: found before it was stored
  await sql`alter table suspicions add column log_e double precision`.execute(db)
}
