import { sql, type Kysely } from 'kysely'

/** Challenges and climbs: which challenger was held against which incumbent, by what, and what came of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table climb_references (
      arena_id  integer not null,
      epoch     integer not null,
      prompt_id integer not null,
      -- as it was when the epoch began: what judges are shown in it
      reference text not null,
      held_out  boolean not null,
      primary key (arena_id, epoch, prompt_id),
      foreign key (arena_id, epoch) references climb_epochs,
      foreign key (arena_id, prompt_id) references prompts
    )`.execute(db)
  await sql`
    create table climb_attempts (
      arena_id      integer not null,
      number        integer not null check (number >= 1),
      epoch         integer not null,
      -- again: the incumbent against its predecessor, first thing in an epoch; decides nothing
      kind          text not null check (kind in ('challenge', 'again')),
      incumbent_id  integer not null,
      challenger_id integer not null,
      gate          jsonb not null,
      verdict       text not null check (verdict in ('promote', 'do_not_promote')),
      promoted      boolean not null,
      -- of all this is made of: the same attempt is entered once
      sha256        text not null,
      cost_usd      double precision,
      started_at    timestamptz not null,
      ended_at      timestamptz not null,
      primary key (arena_id, number),
      constraint an_attempt_is_entered_once unique (arena_id, sha256),
      foreign key (arena_id, epoch) references climb_epochs,
      foreign key (arena_id, incumbent_id) references contestants,
      foreign key (arena_id, challenger_id) references contestants,
      check (incumbent_id <> challenger_id),
      check (not promoted or (kind = 'challenge' and verdict = 'promote'))
    )`.execute(db)
  await sql`
    create table climb_results (
      arena_id     integer not null,
      attempt      integer not null,
      prompt_id    integer not null,
      held_out     boolean not null,
      -- null: no result, for the cause given
      winner       text check (winner in ('challenger', 'incumbent', 'tie')),
      -- who has no answer: the challenger has lost by it; null: both answered
      absent       text check (absent in ('challenger', 'incumbent')),
      cause        text,
      inconsistent boolean not null,
      -- both answers were the same text: no judge was asked
      identical    boolean not null,
      reason       text,
      judgement_id uuid,
      primary key (arena_id, attempt, prompt_id),
      foreign key (arena_id, attempt) references climb_attempts,
      foreign key (arena_id, prompt_id) references prompts,
      foreign key (arena_id, judgement_id) references judgements,
      check ((winner is null or absent is not null) = (cause is not null)),
      check (not (inconsistent or identical) or winner = 'tie'),
      check ((identical or absent is not null) = (judgement_id is null)),
      check (absent is null or winner is not distinct from case absent when 'challenger' then 'incumbent' end)
    )`.execute(db)
  // An attempt and its results, and an epoch and its references, are entered in one transaction. What triggers did to the rows
  // of an archived arena is in these rows already: the transaction that adds them says so by `deadheat.copies_arena`. Disabling
  // triggers would lock out everybody who votes, and deadlock with them.
  await sql`
    create function refuse_late_climb_rows() returns trigger language plpgsql as $$
    declare late boolean;
    begin
      if tg_table_name = 'climb_attempts' then
        select exists (select from added a
          where a.epoch <> (select max(number) from climb_epochs e where e.arena_id = a.arena_id)
            or a.number <> (select max(number) from climb_attempts o where o.arena_id = a.arena_id)
            or a.number <> (select count(*) from climb_attempts o where o.arena_id = a.arena_id)) into late;
      elsif tg_table_name = 'climb_results' then
        -- written by this transaction, which must be the one that entered the attempt
        select exists (select from added a where not exists (select from climb_attempts o
          where o.arena_id = a.arena_id and o.number = a.attempt and o.xmin = pg_current_xact_id()::xid)) into late;
      else
        select exists (select from added a where not exists (select from climb_epochs o
          where o.arena_id = a.arena_id and o.number = a.epoch and o.xmin = pg_current_xact_id()::xid)) into late;
      end if;
      if late then
        raise exception '% are append-only: nothing is added to what was entered before', tg_table_name
          using errcode = 'restrict_violation';
      end if;
      return null;
    end $$`.execute(db)
  for (const table of ['climb_references', 'climb_attempts', 'climb_results'])
    await sql`
      create trigger nothing_late after insert on ${sql.table(table)} referencing new table as added
        for each statement when (current_setting('deadheat.copies_arena', true) is distinct from 'on')
        execute function refuse_late_climb_rows()`.execute(db)

  // Challenges that were asked for: what each is made of, and how far it is, so that any process sees it through.
  await sql`
    create table challenges (
      arena_id      integer not null references arenas,
      id            integer generated always as identity,
      epoch         integer not null,
      incumbent_id  integer not null,
      challenger_id integer not null,
      -- who was the incumbent when it was asked for; null: nobody
      standing_id   integer,
      -- the attempts it consists of, in their order, the last one its own
      trials        jsonb not null,
      -- the most that each attempt may cost; null: no bound
      budget_usd    double precision check (budget_usd > 0),
      -- how often it was asked for while it was open: runs of an earlier time say nothing of this one
      asked         integer not null default 1 check (asked >= 1),
      status        text not null check (status in ('open', 'entered', 'stopped')),
      stopped       text check (stopped in ('cancelled', 'budget_reached', 'failed', 'refused')),
      -- why it stopped, as it can be said in any language
      cause         jsonb,
      -- the entry of the log that came of it
      attempt       integer,
      -- the entry was there before: nothing was judged
      stood         boolean not null default false,
      started_at    timestamptz not null,
      ended_at      timestamptz,
      primary key (arena_id, id),
      foreign key (arena_id, epoch) references climb_epochs,
      foreign key (arena_id, incumbent_id) references contestants,
      foreign key (arena_id, challenger_id) references contestants,
      foreign key (arena_id, standing_id) references contestants,
      foreign key (arena_id, attempt) references climb_attempts,
      check (incumbent_id <> challenger_id),
      check ((status = 'open') = (ended_at is null)),
      check ((status = 'entered') = (attempt is not null)),
      check ((status = 'stopped') = (stopped is not null))
    );
    create unique index one_challenge_at_a_time on challenges (arena_id) where status = 'open'`.execute(db)
}
