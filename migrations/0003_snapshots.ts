import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What was computed from the facts, and the secrets that all servers of one database share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table snapshots (
      arena_id    integer not null references arenas,
      id          bigint generated always as identity,
      view_key    text not null,
      -- whether a job keeps this view current; the others are only remembered for a while
      kept        boolean not null,
      -- the state of the facts it was computed from: equal basis, equal board
      basis       text not null,
      -- text, not jsonb: served as it stands, to the last digit and in its own order of keys
      board       text not null,
      etag        text not null,
      computed_at timestamptz not null,
      primary key (arena_id, id)
    )`.execute(db)
  await sql`create index snapshots_by_view on snapshots (arena_id, view_key, id desc)`.execute(db)
  await sql`create table secrets (name text primary key, value bytea not null)`.execute(db)
}
