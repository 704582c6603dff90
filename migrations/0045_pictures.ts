import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Pictures of prompts and answers. Texts name them by their random names, which say nothing about their contestants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pictures (
      arena_id integer not null references arenas,
      name     text not null default replace(gen_random_uuid()::text, '-', '') check (name ~ '^[0-9a-f]{32}$'),
      -- of the bytes, so that an arena stores each picture once
      sha256   text not null,
      type     text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
      width    integer not null check (width > 0),
      height   integer not null check (height > 0),
      bytes    bytea not null check (octet_length(bytes) > 0),
      primary key (arena_id, name),
      unique (arena_id, sha256)
    )`.execute(db)
  // they are compressed already
  await sql`alter table pictures alter column bytes set storage external`.execute(db)
}
