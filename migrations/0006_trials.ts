import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Judges on trial: what was found of them, and the blind battles that people are asked to decide for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trials (
      arena_id integer primary key references arenas,
      -- what boards go by: every judge that was tried, with its standing
      trust    jsonb not null,
      report   jsonb not null,
      tried_at timestamptz not null
    )`.execute(db)
  await sql`
    alter table battles
      -- the battle that this one shows the same voter again, sides swapped
      add column repeat_of uuid,
      add foreign key (arena_id, repeat_of) references battles,
      drop constraint battles_origin_check,
      add constraint battles_origin_check
        check (origin in ('page', 'import', 'simulation', 'judging', 'calibration')),
      drop constraint page_battles_show_answers,
      add constraint page_battles_show_answers check (
        origin not in ('page', 'calibration')
        or (left_answer_id is not null and right_answer_id is not null and expires_at is not null)
      ),
      add constraint only_calibration_repeats check (repeat_of is null or origin = 'calibration')`.execute(db)
  await sql`drop index a_voter_sees_a_pair_once_per_prompt`.execute(db)
  await sql`
    create unique index a_voter_sees_a_pair_once_per_prompt on battles
      (arena_id, voter, prompt_id, least(left_contestant_id, right_contestant_id), greatest(left_contestant_id, right_contestant_id))
      where origin in ('page', 'calibration') and repeat_of is null`.execute(db)
  await sql`create unique index a_battle_is_repeated_once on battles (arena_id, repeat_of) where repeat_of is not null`.execute(
    db,
  )
  await sql`
    create table second_looks (
      arena_id     integer not null,
      -- a repeat: what its voter says now is no vote, and shows how far a voter agrees with itself
      battle_id    uuid not null,
      voter        text not null,
      outcome      text not null check (outcome in ('left', 'right', 'tie', 'both_bad')),
      cast_at      timestamptz not null,
      withdrawn_at timestamptz,
      primary key (arena_id, battle_id),
      foreign key (arena_id, battle_id, voter) references battles (arena_id, id, voter)
    )`.execute(db)
}
