import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Answers that name their model or its maker, and prompts that ask for it: votes on them go into quarantine. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
  for (const one of ['answer_id', 'prompt_id']) {
    await sql`create unique index ${sql.id(`one_open_leak_by_${one}`)} on leaks (arena_id, ${sql.ref(one)})
      where released_at is null`.execute(db)
    await sql`create index ${sql.id(`leaks_by_${one}`)} on leaks (arena_id, ${sql.ref(one)})`.execute(db)
  }
  // by which rules a text was searched; null: not yet
  for (const table of ['answers', 'prompts'])
    await sql`alter table ${sql.table(table)} add column leak_rules text`.execute(db)
  await sql`
    create function forget_leaks() returns trigger language plpgsql as $$
    begin
      delete from leaks where arena_id = new.arena_id and answer_id = new.id;
      new.leak_rules := null;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger another_text before update of text_sha256 on answers for each row
      when (old.text_sha256 is distinct from new.text_sha256) execute function forget_leaks()`.execute(db)
  await sql`alter table quarantines add column leak_id bigint`.execute(db)
  await sql`create index quarantines_of_leaks on quarantines (arena_id, leak_id) where leak_id is not null`.execute(
    db,
  )
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
  // brings the quarantine in line with the leaks; again changes nothing
  await sql`
    create function settle_leaks(arena integer, moment timestamptz) returns bigint language plpgsql as $$
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
    declare batch record;
    begin
      for batch in select n.arena_id, array_agg(n.id) as ids, min(n.recorded_at) as moment from new_votes n
        where exists (select from leaks l where l.arena_id = n.arena_id and l.released_at is null)
        group by n.arena_id
      loop
        perform quarantine_leaked(batch.arena_id, batch.ids, batch.moment);
      end loop;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger leaked after insert on votes referencing new table as new_votes
      for each statement execute function quarantine_new_leaked()`.execute(db)
}
