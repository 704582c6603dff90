import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What an agent did before its answer: calls of tools and their results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table answers
      add column transcript jsonb,
      add constraint a_transcript_has_steps
        check (transcript is null or jsonb_typeof(transcript) = 'array' and jsonb_array_length(transcript) > 0)`.execute(
    db,
  )
  await sql`alter table calls add column transcript jsonb`.execute(db)
}
