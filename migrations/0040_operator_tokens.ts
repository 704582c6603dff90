import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Named tokens of operators with roles, and the token behind an entry of the log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_tokens (
      id           integer generated always as identity primary key,
      -- never used again, so that the log stays clear
      name         text not null unique,
      role         text not null check (role in ('read', 'run', 'admin')),
      -- the token itself is shown once
      token_hash   text not null unique,
      made_at      timestamptz not null,
      withdrawn_at timestamptz
    )`.execute(db)
  // null: the admin token, the terminal or the server
  await sql`alter table audit_entries add column token text`.execute(db)
}
