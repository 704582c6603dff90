import { sql, type Kysely } from 'kysely'

/** How each imported file was read, so that anybody can see it. A file that comes again is not noted again. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table read_files (
      arena_id int not null references arenas,
      id int generated always as identity,
      file text not null,
      content_id text not null,
      plan jsonb not null,
      votes int not null,
      answers int not null,
      prompts int not null,
      read_at timestamptz not null,
      primary key (arena_id, id),
      unique (arena_id, content_id))`.execute(db)
