import { sql, type Kysely } from 'kysely'

/** Live battles: what visitors asked themselves, what was answered, and what it cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table battles drop constraint battles_origin_check,
      add check (origin in ('page', 'import', 'simulation', 'judging', 'calibration', 'live')),
      drop constraint page_battles_show_answers,
      add constraint shown_battles_have_answers check (
        origin not in ('page', 'calibration', 'live')
        or (left_answer_id is not null and right_answer_id is not null and expires_at is not null));
    alter table votes drop constraint votes_source_check,
      add check (source in ('human', 'judge', 'result', 'simulated', 'live'));
    -- live: a visitor wrote it. It is in nobody's set, and its texts are public only once an operator restores it
    alter table prompts drop constraint prompts_retired_by_check,
      add check (retired_by in ('file', 'admin', 'live'));
    create index prompts_of_visitors on prompts (arena_id, retired_at) where retired_by = 'live' and erased_at is null`.execute(
    db,
  )
  await sql`
    create table live_conversations (
      arena_id            integer not null references arenas,
      id                  uuid not null,
      voter               text not null check (voter <> ''),
      criterion           text not null,
      left_contestant_id  integer not null,
      right_contestant_id integer not null,
      -- with which the pair was drawn; null: every pair was equally likely
      pair_probability    double precision check (pair_probability > 0 and pair_probability <= 1),
      started_at          timestamptz not null,
      erased_at           timestamptz,
      primary key (arena_id, id),
      foreign key (arena_id, left_contestant_id) references contestants,
      foreign key (arena_id, right_contestant_id) references contestants,
      check (left_contestant_id <> right_contestant_id)
    );
    create index live_conversations_by_time on live_conversations (arena_id, started_at) where erased_at is null;
    create index live_conversations_by_voter on live_conversations (arena_id, voter);
    create table live_turns (
      arena_id        integer not null,
      conversation_id uuid not null,
      number          integer not null check (number >= 1),
      text            text not null,
      status          text not null check (status in ('answering', 'answered', 'failed', 'stopped')),
      attempts        integer not null default 1,
      -- a message, why it failed
      problem         jsonb,
      -- each with its text, end, tokens, costs and times; null until both are whole
      left_answer     jsonb,
      right_answer    jsonb,
      battle_id       uuid,
      started_at      timestamptz not null,
      -- when the process that makes the answers was last seen: after a kill nobody else knows of them
      alive_at        timestamptz not null,
      finished_at     timestamptz,
      primary key (arena_id, conversation_id, number),
      foreign key (arena_id, conversation_id) references live_conversations,
      foreign key (arena_id, battle_id) references battles,
      check ((status = 'answered') = (left_answer is not null and right_answer is not null)),
      check ((status = 'answering') = (finished_at is null))
    );
    create index live_turns_by_battle on live_turns (arena_id, battle_id) where battle_id is not null;
    create index live_turns_under_way on live_turns (arena_id) where status = 'answering';
    create table live_refusals (
      arena_id   integer not null references arenas,
      id         bigint generated always as identity,
      -- null: refused texts are not kept
      text       text,
      refused_at timestamptz not null,
      primary key (arena_id, id)
    );
    -- what was paid and what is reserved: of the arena, of a day, and of a visitor and an address in a day
    create table live_spending (
      arena_id     integer not null references arenas,
      scope        text not null,
      day          date,
      spent_usd    double precision not null default 0,
      reserved_usd double precision not null default 0,
      primary key (arena_id, scope)
    );
    create table live_calls (
      arena_id        integer not null,
      id              bigint generated always as identity,
      conversation_id uuid not null,
      turn            integer not null,
      side            text not null check (side in ('left', 'right')),
      scopes          text[] not null,
      provider        text not null,
      model           text not null,
      status          text not null check (status in ('under_way', 'ok', 'failed')),
      cause           text,
      reserved_usd    double precision not null,
      cost_usd        double precision,
      started_at      timestamptz not null,
      finished_at     timestamptz,
      primary key (arena_id, id),
      foreign key (arena_id, conversation_id, turn) references live_turns,
      check ((status = 'under_way') = (finished_at is null))
    );
    create index live_calls_by_turn on live_calls (arena_id, conversation_id, turn);
    create index live_calls_under_way on live_calls (arena_id, started_at) where status = 'under_way'`.execute(
    db,
  )
  // as before, and each population has its own first votes
  await sql`
    create or replace function votes_over_cap(arena integer, voters text[]) returns table (vote_id bigint, recorded_at timestamptz, most integer)
    language sql stable as $$
      select o.id, o.recorded_at, o.most from (
        select v.id, v.recorded_at, (a.settings ->> 'voterCap')::integer as most,
          row_number() over (partition by v.voter, b.criterion, v.source order by v.id) as place
        from arenas a
        join votes v on v.arena_id = a.id and v.source in ('human', 'live') and (voters is null or v.voter = any (voters))
          and v.voter is distinct from v.import_key
        join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
        where a.id = arena and a.settings ->> 'voterCap' is not null) o
      where o.place > o.most
    $$;
    create or replace function quarantine_new_over_cap() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select n.arena_id, array_agg(distinct n.voter order by n.voter) as voters, min(n.recorded_at) as moment
        from new_votes n join arenas a on a.id = n.arena_id and a.settings ->> 'voterCap' is not null
        where n.source in ('human', 'live') group by n.arena_id
      loop
        perform pg_advisory_xact_lock(47470005, hashtext(batch.arena_id || ' ' || voter)) from unnest(batch.voters) as voter;
        perform quarantine_over_cap(batch.arena_id, batch.voters, batch.moment);
      end loop;
      return null;
    end $$`.execute(db)
}
