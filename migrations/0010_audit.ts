import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What operators did, as a log that is only ever added to; and labelling links, so that one can be withdrawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      id       bigint generated always as identity primary key,
      -- null: of no arena
      arena_id integer references arenas,
      at       timestamptz not null,
      -- whoever held the admin token, somebody at the terminal, or the server itself
      actor    text not null check (actor in ('token', 'terminal', 'server')),
      act      text not null check (act ~ '^[a-z_]+$'),
      -- what it was done to, and why; never a secret
      details  jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
    )`.execute(db)
  await sql`create index audit_entries_by_arena on audit_entries (arena_id, id desc)`.execute(db)
  await sql`
    create function refuse_change_of_audit() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: what was done stays on record', tg_table_name
        using errcode = 'restrict_violation';
    end $$`.execute(db)
  await sql`
    create trigger append_only before update or delete or truncate on audit_entries
      for each statement execute function refuse_change_of_audit()`.execute(db)
  await sql`
    create table labelling_links (
      arena_id     integer not null references arenas,
      id           integer generated always as identity,
      made_at      timestamptz not null,
      expires_at   timestamptz not null check (expires_at >= made_at),
      withdrawn_at timestamptz,
      primary key (arena_id, id)
    )`.execute(db)
}
