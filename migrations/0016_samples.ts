import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Several answers of a contestant to a prompt, numbered from 1. Those that are there are the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table answers
      add column sample integer not null default 1 check (sample >= 1),
      drop constraint answers_arena_id_prompt_id_contestant_id_key,
      add constraint one_answer_per_sample unique (arena_id, prompt_id, contestant_id, sample)`.execute(db)
  await sql`
    alter table calls
      -- of the answer that is made or checked
      add column sample integer not null default 1 check (sample >= 1)`.execute(db)
  await sql`
    alter table battles
      -- which samples an imported vote names; null: the first, or what the answers say
      add column left_sample integer check (left_sample >= 1),
      add column right_sample integer check (right_sample >= 1)`.execute(db)
}
