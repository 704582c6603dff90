import { sql, type Kysely } from 'kysely'

/** Votes that should not count: suspicious voters, texts that give a model away, and more votes than one person may cast. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // from which network a voter first voted, for a while
  await sql`
    create table voter_networks (
      arena_id integer not null references arenas,
      voter    text not null,
      -- a keyed hash, never an address
      network  text not null,
      seen_at  timestamptz not null,
      primary key (arena_id, voter)
    );
    comment on column voter_networks.network is
      'As a keyed hash; of an IPv6 one, the hash of its /48 follows.';
    create index voter_networks_by_time on voter_networks (seen_at)`.execute(db)
  // which voters and groups were found suspicious, and how strong the evidence was
  await sql`
    create table suspicions (
      arena_id integer not null references arenas,
      -- a voter, or a kind of group with its aim
      subject  text not null,
      finding  jsonb not null,
      found_at timestamptz not null,
      -- natural logarithm of the e-value; null: found before it was stored
      log_e    double precision,
      primary key (arena_id, subject)
    )`.execute(db)

  // Answers that name their model or its maker, and prompts that ask for it: votes on them go into quarantine.
  await sql`
    create table leaks (
      arena_id    integer not null,
      id          bigint generated always as identity,
      -- exactly one of the two
      answer_id   integer,
      prompt_id   integer,
      -- the telling words
      found       text not null check (found <> ''),
      reason      text not null check (reason <> ''),
      finding     jsonb not null,
      at          timestamptz not null,
      released_at timestamptz,
      -- an operator, or rules that no longer find it
      released_by text check (released_by in ('operator', 'rules')),
      released_because text,
      primary key (arena_id, id),
      foreign key (arena_id, answer_id) references answers on delete cascade,
      foreign key (arena_id, prompt_id) references prompts on delete cascade,
      check (num_nonnulls(answer_id, prompt_id) = 1),
      check ((released_at is null) = (released_by is null))
    )`.execute(db)
  for (const column of ['answer_id', 'prompt_id']) {
    await sql`create unique index ${sql.id(`one_open_leak_by_${column}`)} on leaks (arena_id, ${sql.ref(column)})
      where released_at is null`.execute(db)
    await sql`create index ${sql.id(`leaks_by_${column}`)} on leaks (arena_id, ${sql.ref(column)})`.execute(
      db,
    )
  }
  // the words of a leak stand in the reasons of the quarantines that it caused
  await sql`
    create function erase_quotes(arena integer, leaks bigint[]) returns void language sql as $$
      update quarantines set reason = '[erased]', finding = null
      where arena_id = arena and leak_id = any (leaks) and reason <> '[erased]'
    $$;
    create function forget_leaks_of_prompt() returns trigger language plpgsql as $$
    begin
      perform erase_quotes(new.arena_id, array(
        select id from leaks where arena_id = new.arena_id and prompt_id = new.id));
      delete from leaks where arena_id = new.arena_id and prompt_id = new.id;
      return new;
    end $$;
    create trigger erased_prompt before update of erased_at on prompts for each row
      when (old.erased_at is null and new.erased_at is not null) execute function forget_leaks_of_prompt()`.execute(
    db,
  )
  await sql`
    create function forget_leaks() returns trigger language plpgsql as $$
    begin
      if new.erased_at is not null and old.erased_at is null then
        perform erase_quotes(new.arena_id, array(
          select id from leaks where arena_id = new.arena_id and answer_id = new.id));
      end if;
      delete from leaks where arena_id = new.arena_id and answer_id = new.id;
      new.leak_rules := null;
      return new;
    end $$;
    create trigger another_text before update of text_sha256 on answers for each row
      when (old.text_sha256 is distinct from new.text_sha256) execute function forget_leaks()`.execute(db)
  // votes and the open leaks in what their battle showed
  await sql`
    create function leaked_votes(arena integer) returns table (vote_id bigint, recorded_at timestamptz, leak_id bigint)
    language sql stable as $$
      select v.id, v.recorded_at, l.id
      from leaks l
      left join answers a on a.arena_id = l.arena_id and a.id = l.answer_id
      join battles b on b.arena_id = l.arena_id and b.prompt_id = coalesce(l.prompt_id, a.prompt_id)
        and (l.answer_id is null
          or b.left_contestant_id = a.contestant_id
            and case when b.left_answer_id is null then a.sample = coalesce(b.left_sample, 1) else b.left_answer_id = a.id end
          or b.right_contestant_id = a.contestant_id
            and case when b.right_answer_id is null then a.sample = coalesce(b.right_sample, 1) else b.right_answer_id = a.id end)
      join votes v on v.arena_id = b.arena_id and v.battle_id = b.id
      where l.arena_id = arena and l.released_at is null
    $$`.execute(db)
  await sql`
    create function quarantine_leaked(arena integer, votes bigint[], moment timestamptz) returns bigint language sql as $$
      with marked as (
        insert into quarantines (arena_id, vote_id, released, reason, finding, at, leak_id)
        select arena, o.vote_id, false, l.reason, l.finding, greatest(moment, o.recorded_at), l.id
        from (
          select distinct on (vote_id) * from leaked_votes(arena) c
          where (votes is null or vote_id = any (votes)) and not is_quarantined(arena, vote_id, null)
            -- a vote that an operator released stays released
            and not exists (select from quarantines q where q.arena_id = arena and q.vote_id = c.vote_id and q.leak_id = c.leak_id)
          order by vote_id, leak_id) o
        join leaks l on l.arena_id = arena and l.id = o.leak_id
        order by o.vote_id
        returning 1)
      select count(*) from marked
    $$`.execute(db)
  // Brings the quarantine in line with the leaks; again changes nothing. Leaks come in the transaction that looks for them,
  // so the planner always takes them for few, and would compare each with all battles: one pass over the battles is right.
  await sql`
    create function settle_leaks(arena integer, moment timestamptz) returns bigint language plpgsql
    set enable_nestloop = off as $$
    declare released bigint;
    begin
      with last_marks as (
        select distinct on (q.vote_id) q.* from quarantines q
        where q.arena_id = arena and q.vote_id in (
          select m.vote_id from quarantines m join leaks l on l.arena_id = m.arena_id and l.id = m.leak_id
          where m.arena_id = arena and l.released_at is not null)
        order by q.vote_id, q.id desc),
      freed as (
        insert into quarantines (arena_id, vote_id, released, reason, at, leak_id)
        select arena, m.vote_id, true, coalesce(l.released_because, l.reason), moment, l.id
        from last_marks m join leaks l on l.arena_id = arena and l.id = m.leak_id
        where not m.released and l.released_at is not null order by m.vote_id
        returning 1)
      select count(*) into released from freed;
      return released + quarantine_leaked(arena, null, moment);
    end $$`.execute(db)
  await sql`
    create function quarantine_new_leaked() returns trigger language plpgsql as $$
    declare
      batch record;
      before text := current_setting('enable_nestloop');
    begin
      for batch in select n.arena_id, array_agg(n.id) as ids, min(n.recorded_at) as moment from new_votes n
        where exists (select from leaks l where l.arena_id = n.arena_id and l.released_at is null)
        group by n.arena_id
      loop
        -- a few votes find their battles by index; so do not the votes of an import
        if cardinality(batch.ids) > 1000 then perform set_config('enable_nestloop', 'off', true); end if;
        perform quarantine_leaked(batch.arena_id, batch.ids, batch.moment);
        perform set_config('enable_nestloop', before, true);
      end loop;
      return null;
    end $$;
    create trigger leaked after insert on votes referencing new table as new_votes
      for each statement when (current_setting('deadheat.copies_arena', true) is distinct from 'on')
      execute function quarantine_new_leaked()`.execute(db)

  // A cap on how many votes of one person count: later ones go into quarantine by themselves. These are the votes of
  // people, or of visitors, after the first `voterCap` of one voter under one criterion, in the order of their ids. Retracted votes are
  // among the first ones too, so that a retraction never changes which votes count. `voters`: null for all.
  await sql`
    create function votes_over_cap(arena integer, voters text[]) returns table (vote_id bigint, recorded_at timestamptz, most integer)
    language sql stable as $$
      select o.id, o.recorded_at, o.most from (
        select v.id, v.recorded_at, (a.settings ->> 'voterCap')::integer as most,
          row_number() over (partition by v.voter, b.criterion, v.source order by v.id) as place
        from arenas a
        join votes v on v.arena_id = a.id and v.source in ('human', 'live') and (voters is null or v.voter = any (voters))
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
        where n.source in ('human', 'live') group by n.arena_id
      loop
        -- of two votes of one voter at once, the second sees the first
        perform pg_advisory_xact_lock(47470005, hashtext(batch.arena_id || ' ' || voter)) from unnest(batch.voters) as voter;
        perform quarantine_over_cap(batch.arena_id, batch.voters, batch.moment);
      end loop;
      return null;
    end $$;
    create trigger over_cap after insert on votes referencing new table as new_votes
      for each statement when (current_setting('deadheat.copies_arena', true) is distinct from 'on')
      execute function quarantine_new_over_cap()`.execute(db)
}
