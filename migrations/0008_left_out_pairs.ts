import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Pairs of answers that no judge is shown, because one of them failed a check that it had to pass first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table left_out_pairs (
      arena_id          integer not null,
      judge             text not null,
      criterion         text not null,
      prompt_id         integer not null,
      lesser_answer_id  integer not null,
      greater_answer_id integer not null,
      lesser_passes     boolean not null,
      greater_passes    boolean not null,
      -- the checks that were failed
      checks            text[] not null check (cardinality(checks) > 0),
      -- among the judgements of the same plan
      place             integer not null,
      -- when the plan came to it; null: it did not yet, and no comparison counts it
      counted_at        timestamptz,
      primary key (arena_id, judge, criterion, lesser_answer_id, greater_answer_id),
      foreign key (arena_id, judge) references judges,
      foreign key (arena_id, prompt_id) references prompts,
      foreign key (arena_id, lesser_answer_id) references answers on delete cascade,
      foreign key (arena_id, greater_answer_id) references answers on delete cascade,
      check (lesser_answer_id < greater_answer_id),
      check (not (lesser_passes and greater_passes))
    )`.execute(db)
  await sql`create index left_out_pairs_by_greater on left_out_pairs (arena_id, greater_answer_id)`.execute(
    db,
  )
  await sql`create index left_out_pairs_by_lesser on left_out_pairs (arena_id, lesser_answer_id)`.execute(db)
}
