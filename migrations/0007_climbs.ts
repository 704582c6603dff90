import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Climbs: which challenger was held against which incumbent, by what, and what came of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table climb_epochs (
      arena_id          integer not null,
      number            integer not null check (number >= 1),
      judge_version_id  integer not null,
      criterion         text not null,
      -- of judge, rubric, criterion, references and hold-out together: where it changes, the next epoch begins
      sha256            text not null,
      references_sha256 text not null,
      -- which prompts are held out; null: none
      hold_out          jsonb,
      started_at        timestamptz not null,
      primary key (arena_id, number),
      foreign key (arena_id, judge_version_id) references judge_versions
    )`.execute(db)
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
      -- null: no verdict came, for the cause given
      winner       text check (winner in ('challenger', 'incumbent', 'tie')),
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
      check ((winner is null) = (cause is not null)),
      check (not (inconsistent or identical) or winner = 'tie'),
      check (identical = (judgement_id is null))
    )`.execute(db)
  await sql`
    create function refuse_climb_change() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: what was tried stays as it was', tg_table_name
        using errcode = 'restrict_violation';
    end $$`.execute(db)
  for (const table of ['climb_epochs', 'climb_references', 'climb_attempts', 'climb_results'])
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
        for each statement execute function refuse_climb_change()`.execute(db)
  await sql`
    alter table runs
      drop constraint runs_kind_check,
      add constraint runs_kind_check check (kind in ('run', 'judge', 'challenge'))`.execute(db)
  await sql`
    alter table judgements
      -- of a climb: it casts no vote, and stands beside what was judged otherwise of the same answers
      add column climb_epoch integer,
      add foreign key (arena_id, climb_epoch) references climb_epochs`.execute(db)
  await sql`drop index answers_are_judged_once_per_version`.execute(db)
  await sql`
    create unique index answers_are_judged_once_per_version on judgements
      (arena_id, judge_version_id, criteria, sorted(answer_ids), repeat, coalesce(climb_epoch, 0))`.execute(
    db,
  )
}
