import { sql, type Kysely } from 'kysely'

/** Each board asks whether any answer was given up; calls are many, and these are few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index calls_given_up on calls (arena_id, contestant_id, prompt_id) where gave_up and purpose = 'answer'`.execute(
    db,
  )
}
