import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Pages of prompts are found by their category, and by the checks that their answers failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index prompts_by_category on prompts (arena_id, category, id)`.execute(db)
  await sql`create index check_results_by_answer on check_results (arena_id, answer_id)`.execute(db)
  await sql`create index check_results_failed on check_results (arena_id, name) where not passed`.execute(db)
}
