import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** The numbers of counted votes of large arenas, so that a process that starts does not count all their votes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vote_counts (
      arena_id    integer not null references arenas on delete cascade,
      -- whether it counts what is public, or everything
      public      boolean not null,
      -- it has all that transactions before this one recorded
      since       xid8 not null,
      -- the time of publication that it was made for; null: everything is public
      until       timestamptz,
      counts      jsonb not null,
      -- a row that another transaction wrote was restored from a dump: its positions are those of another server
      written_by  xid8 not null,
      primary key (arena_id, public)
    )`.execute(db)
}
