import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** The facts: who was shown what, what they said, and what they took back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table battles (
      arena_id            integer not null references arenas,
      id                  uuid not null,
      criterion           text not null,
      prompt_id           integer,
      left_contestant_id  integer not null,
      right_contestant_id integer not null,
      left_answer_id      integer,
      right_answer_id     integer,
      voter               text not null check (voter <> ''),
      origin              text not null check (origin in ('page', 'import', 'simulation')),
      shown_at            timestamptz not null,
      expires_at          timestamptz,
      primary key (arena_id, id),
      unique (arena_id, id, voter),
      foreign key (arena_id, prompt_id) references prompts,
      foreign key (arena_id, left_contestant_id) references contestants,
      foreign key (arena_id, right_contestant_id) references contestants,
      -- an answer is named together with its prompt and its contestant: both answers of a battle are to its prompt
      foreign key (arena_id, left_answer_id, prompt_id, left_contestant_id)
        references answers (arena_id, id, prompt_id, contestant_id),
      foreign key (arena_id, right_answer_id, prompt_id, right_contestant_id)
        references answers (arena_id, id, prompt_id, contestant_id),
      constraint no_self_battle check (left_contestant_id <> right_contestant_id),
      constraint answers_need_a_prompt check (prompt_id is not null or num_nonnulls(left_answer_id, right_answer_id) = 0),
      constraint page_battles_show_answers check (
        origin <> 'page' or (left_answer_id is not null and right_answer_id is not null and expires_at is not null)
      )
    )`.execute(db)
  await sql`create index battles_by_id on battles (id)`.execute(db)
  await sql`
    create unique index a_voter_sees_a_pair_once_per_prompt on battles
      (arena_id, voter, prompt_id, least(left_contestant_id, right_contestant_id), greatest(left_contestant_id, right_contestant_id))
      where origin = 'page'`.execute(db)
  await sql`
    create table votes (
      arena_id     integer not null,
      id           bigint generated always as identity,
      battle_id    uuid not null,
      voter        text not null,
      outcome      text not null check (outcome in ('left', 'right', 'tie', 'both_bad')),
      source       text not null check (source in ('human', 'judge', 'result', 'simulated')),
      inconsistent boolean not null default false,
      reason       text,
      flags        text[] not null default '{}',
      cast_at      timestamptz not null,
      -- when it came here, which is what publication goes by: an imported vote may have been cast years ago
      recorded_at  timestamptz not null,
      -- where an imported vote came from, so that importing a file again adds nothing
      import_key   text,
      primary key (arena_id, id),
      constraint one_vote_per_battle_and_voter unique (arena_id, battle_id, voter),
      unique (arena_id, import_key),
      foreign key (arena_id, battle_id, voter) references battles (arena_id, id, voter)
    )`.execute(db)
  await sql`create index votes_by_source on votes (arena_id, source, voter) include (recorded_at)`.execute(db)
  await sql`
    create table retractions (
      arena_id     integer not null,
      vote_id      bigint not null,
      retracted_at timestamptz not null,
      primary key (arena_id, vote_id),
      foreign key (arena_id, vote_id) references votes
    )`.execute(db)
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: add a retraction instead of changing or deleting', tg_table_name
        using errcode = 'restrict_violation';
    end $$`.execute(db)
  for (const table of ['votes', 'retractions'])
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
        for each statement execute function refuse_change()`.execute(db)
}
