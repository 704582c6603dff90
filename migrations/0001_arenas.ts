import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What is ranked, and on what: arenas with their contestants, prompts and answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table arenas (
      id          integer generated always as identity primary key,
      slug        text not null unique check (slug ~ '^[a-z0-9-]{1,64}$'),
      title       text not null,
      description text not null default '',
      visibility  text not null default 'public' check (visibility in ('public', 'link', 'private')),
      criteria    text[] not null check (cardinality(criteria) > 0),
      -- grows whenever contestants, prompts or answers change: what is cached about an arena is keyed by it
      revision    integer not null default 0,
      created_at  timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table contestants (
      arena_id   integer not null references arenas,
      id         integer generated always as identity,
      slug       text not null check (slug ~ '^[a-z0-9-]{1,64}$'),
      name       text not null check (name <> '' and name = btrim(name)),
      model      text,
      system     text,
      retired_at timestamptz,
      primary key (arena_id, id),
      unique (arena_id, slug),
      unique (arena_id, name)
    )`.execute(db)
  await sql`
    create table prompts (
      arena_id  integer not null references arenas,
      id        integer generated always as identity,
      key       text not null check (key <> ''),
      -- null: known by its key only, from votes that came without texts
      messages  jsonb,
      category  text,
      reference text,
      variables jsonb,
      context   jsonb,
      primary key (arena_id, id),
      unique (arena_id, key)
    )`.execute(db)
  await sql`
    create table answers (
      arena_id      integer not null,
      id            integer generated always as identity,
      prompt_id     integer not null,
      contestant_id integer not null,
      text          text,
      turns         jsonb,
      context       jsonb,
      text_sha256   text not null,
      characters    integer not null,
      words         integer not null,
      tokens        integer,
      cost_usd      double precision,
      latency_ms    double precision,
      primary key (arena_id, id),
      unique (arena_id, prompt_id, contestant_id),
      unique (arena_id, id, prompt_id, contestant_id),
      foreign key (arena_id, prompt_id) references prompts,
      foreign key (arena_id, contestant_id) references contestants,
      check (num_nonnulls(text, turns) = 1)
    )`.execute(db)
  await sql`create index answers_by_contestant on answers (arena_id, contestant_id)`.execute(db)
}
