import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** A cap on how many votes of one person count: later ones go into quarantine by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // votes of people after the first `voterCap` of one voter under one criterion, in the order of their ids. Retracted votes
  // are among the first ones too, so that a retraction never changes which votes count. `voters`: null for all
  await sql`
    create function votes_over_cap(arena integer, voters text[]) returns table (vote_id bigint, recorded_at timestamptz, most integer)
    language sql stable as $$
      select o.id, o.recorded_at, o.most from (
        select v.id, v.recorded_at, (a.settings ->> 'voterCap')::integer as most,
          row_number() over (partition by v.voter, b.criterion order by v.id) as place
        from arenas a
        join votes v on v.arena_id = a.id and v.source = 'human' and (voters is null or v.voter = any (voters))
          -- a voter without a name has the key of its imported vote
          and v.voter is distinct from v.import_key
        join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
        where a.id = arena and a.settings ->> 'voterCap' is not null) o
      where o.place > o.most
    $$`.execute(db)
  await sql`
    create function quarantine_over_cap(arena integer, voters text[], moment timestamptz) returns bigint language sql as $$
      with marked as (
        insert into quarantines (arena_id, vote_id, released, reason, finding, at)
        select arena, o.vote_id, false, format('voterCap is %s: later votes of the same voter do not count.', o.most),
          jsonb_build_object('code', 'over_voter_cap', 'values', jsonb_build_object('most', o.most)),
          greatest(moment, o.recorded_at)
        from votes_over_cap(arena, voters) o
        where not is_quarantined(arena, o.vote_id, null)
          -- a vote that an operator released stays released
          and not exists (select from quarantines q where q.arena_id = arena and q.vote_id = o.vote_id and q.released
            and q.finding ->> 'code' is distinct from 'voter_cap_changed' and q.leak_id is null)
        order by o.vote_id
        returning 1)
      select count(*) from marked
    $$`.execute(db)
  // brings the quarantine in line with the cap, and gives this reason for each release; again changes nothing
  await sql`
    create function settle_voter_cap(arena integer, moment timestamptz, release_reason text, release_finding jsonb) returns bigint language plpgsql as $$
    declare released bigint;
    begin
      with last_marks as (
        select distinct on (q.vote_id) q.* from quarantines q
        where q.arena_id = arena and q.vote_id in (
          select m.vote_id from quarantines m where m.arena_id = arena and m.finding ->> 'code' = 'over_voter_cap')
        order by q.vote_id, q.id desc),
      freed as (
        insert into quarantines (arena_id, vote_id, released, reason, finding, at)
        select arena, m.vote_id, true, release_reason, release_finding, moment
        from last_marks m
        where not m.released and m.finding ->> 'code' = 'over_voter_cap'
          and m.vote_id not in (select o.vote_id from votes_over_cap(arena, null) o)
        order by m.vote_id
        returning 1)
      select count(*) into released from freed;
      return released + quarantine_over_cap(arena, null, moment);
    end $$`.execute(db)
  await sql`
    create function quarantine_new_over_cap() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select n.arena_id, array_agg(distinct n.voter order by n.voter) as voters, min(n.recorded_at) as moment
        from new_votes n join arenas a on a.id = n.arena_id and a.settings ->> 'voterCap' is not null
        where n.source = 'human' group by n.arena_id
      loop
        -- of two votes of one voter at once, the second sees the first
        perform pg_advisory_xact_lock(47470005, hashtext(batch.arena_id || ' ' || voter)) from unnest(batch.voters) as voter;
        perform quarantine_over_cap(batch.arena_id, batch.voters, batch.moment);
      end loop;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger over_cap after insert on votes referencing new table as new_votes
      for each statement execute function quarantine_new_over_cap()`.execute(db)
}
