import { sql, type Kysely } from 'kysely'

/**
 * What voters chose and may still change. A choice becomes a vote, or a second look, once its voter goes on, sees the names,
 * or a minute has passed.
 */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table pending_votes (
      arena_id integer not null,
      battle_id uuid not null,
      voter text not null,
      outcome text not null check (outcome in ('left', 'right', 'tie', 'both_bad')),
      reason text,
      flags text[] not null default '{}',
      seconds real,
      chosen_at timestamptz not null,
      primary key (arena_id, battle_id),
      foreign key (arena_id, battle_id, voter) references battles (arena_id, id, voter) on update cascade);
    create index pending_votes_by_voter on pending_votes (arena_id, voter);
    -- what other people chose on the pairs of a voter
    create index battles_by_pair on battles (arena_id, prompt_id,
      least(left_contestant_id, right_contestant_id), greatest(left_contestant_id, right_contestant_id));
    -- how long its voter looked at the pair; null: that is not known
    alter table votes add column seconds real;
    create index votes_timed on votes (arena_id) where seconds is not null`.execute(db)
