import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Which voters have seen the names behind a battle, and how much every address and voter has done lately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reveals (
      arena_id    integer not null,
      battle_id   uuid not null,
      revealed_at timestamptz not null,
      primary key (arena_id, battle_id),
      foreign key (arena_id, battle_id) references battles
    )`.execute(db)
  // until now the names came with the vote
  await sql`
    insert into reveals (arena_id, battle_id, revealed_at)
    select v.arena_id, v.battle_id, v.cast_at
    from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where b.origin in ('page', 'calibration')`.execute(db)
  await sql`create table settings (name text primary key, value text not null)`.execute(db)
  // written at every vote and worth little after a crash, so not part of the write-ahead log
  await sql`
    create unlogged table rate_limits (
      key    varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db)
  // Publication waits until a vote can no longer be taken back, so what was taken back in time is never published.
  await sql`
    create or replace function counted_votes(arena integer, until timestamptz) returns setof votes language sql stable as $$
      select v.* from votes v
      where (arena is null or v.arena_id = arena) and (until is null or v.recorded_at <= until)
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id
          and (until is null or t.retracted_at - interval '10 seconds' <= until))
        -- the last word on a vote holds
        and not exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id
          and not q.released and (until is null or q.at <= until)
          and not exists (select from quarantines n where n.arena_id = q.arena_id and n.vote_id = q.vote_id
            and n.id > q.id and (until is null or n.at <= until)))
    $$`.execute(db)
}
