import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What arenas do by themselves at fixed times. The entries themselves are in the settings of the arena. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedule_entries (
      arena_id  integer not null references arenas on delete cascade,
      name      text not null,
      -- what it does, when and where; another one begins anew
      timing    text not null,
      -- earlier times do not count
      since     timestamptz not null,
      paused_at timestamptz,
      primary key (arena_id, name)
    )`.execute(db)
  await sql`
    create table schedule_occurrences (
      arena_id   integer not null references arenas on delete cascade,
      id         integer generated always as identity,
      entry      text not null,
      does       text not null,
      due_at     timestamptz not null,
      state      text not null check (state in ('waiting', 'working', 'done', 'stopped', 'failed', 'skipped')),
      -- the runs that it started, in their order
      run_ids    integer[] not null default '{}',
      started_at timestamptz,
      ended_at   timestamptz,
      -- what it works on, fixed when it starts
      work       jsonb,
      result     jsonb,
      -- why it failed
      finding    jsonb,
      primary key (arena_id, id),
      -- a time comes once, whatever the number of servers
      unique (arena_id, entry, due_at),
      check ((state in ('waiting', 'working')) = (ended_at is null))
    )`.execute(db)
  await sql`
    create index schedule_occurrences_open on schedule_occurrences (arena_id, due_at)
    where state in ('waiting', 'working')`.execute(db)
}
