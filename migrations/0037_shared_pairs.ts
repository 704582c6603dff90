import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Pairs that all invited people of a group are shown, so that their votes can be compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shared_pairs (
      arena_id            integer not null references arenas,
      id                  integer generated always as identity,
      group_name          text not null,
      criterion           text not null,
      -- of the random stream that drew them, uniformly over pairs, then over prompts
      seed                integer not null,
      prompt_id           integer not null,
      one_contestant_id   integer not null,
      one_answer_id       integer not null,
      other_contestant_id integer not null,
      other_answer_id     integer not null,
      drawn_at            timestamptz not null,
      primary key (arena_id, id)
    )`.execute(db)
  await sql`
    create unique index a_group_shares_a_pair_once on shared_pairs
      (arena_id, group_name, prompt_id, least(one_contestant_id, other_contestant_id), greatest(one_contestant_id, other_contestant_id))`.execute(
    db,
  )
}
