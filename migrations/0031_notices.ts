import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Notices of events, and where their delivery stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notices (
      arena_id     integer not null references arenas on delete cascade,
      id           uuid not null,
      kind         text not null,
      -- which event of this kind: an event has one notice
      subject      text not null,
      finding      jsonb not null,
      -- when it happened
      happened_at  timestamptz not null,
      found_at     timestamptz not null,
      state        text not null check (state in ('waiting', 'delivered', 'failed')),
      attempts     integer not null default 0,
      last_error   jsonb,
      -- null unless it waits
      next_at      timestamptz,
      delivered_at timestamptz,
      primary key (arena_id, id),
      unique (arena_id, kind, subject),
      check ((state = 'waiting') = (next_at is not null)),
      check ((state = 'delivered') = (delivered_at is not null))
    )`.execute(db)
  await sql`create index notices_to_send on notices (next_at) where state = 'waiting'`.execute(db)
  await sql`create index notices_by_time on notices (found_at)`.execute(db)
}
