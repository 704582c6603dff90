import { sql, type Kysely } from 'kysely'

/** What is ranked, and on what: arenas with their providers, contestants, prompts, answers and pictures, and the files that these came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table arenas (
      id             integer generated always as identity primary key,
      slug           text not null unique check (slug ~ '^[a-z0-9-]{1,64}$'),
      title          text not null,
      description    text not null default '',
      visibility     text not null default 'public' check (visibility in ('public', 'link', 'private')),
      criteria       text[] not null check (cardinality(criteria) > 0),
      -- grows whenever contestants, prompts or answers change: what is cached about an arena is keyed by it
      revision       integer not null default 0,
      created_at     timestamptz not null default now(),
      -- what arena.yaml says of the arena as a whole: plan, trust, gate, budget and others
      settings       jsonb not null default '{}',
      -- grows with every erased voter: whoever holds votes in memory then reads them again
      erased_voters  integer not null default 0
    );
    -- every process hears of new, changed and removed arenas, so that no response in its memory outlives them
    create function notify_of_arena() returns trigger language plpgsql as $$
    begin
      perform pg_notify('deadheat_board', coalesce(new.id, old.id)::text);
      return null;
    end $$;
    create trigger processes_hear_of_change after insert or update or delete on arenas
      for each row execute function notify_of_arena()`.execute(db)

  // where models are reached
  await sql`
    create table providers (
      arena_id            integer not null references arenas,
      name                text not null check (name <> ''),
      type                text not null check (type in ('openai', 'anthropic', 'http', 'exec')),
      base_url            text,
      -- the name of the variable that holds the key, never the key; a model server at an address of its own may need none
      api_key_env         text,
      concurrency         integer check (concurrency > 0),
      requests_per_minute double precision check (requests_per_minute > 0),
      -- somebody sent its address over HTTP: it may be reached on the public internet alone
      public_only         boolean not null default false,
      -- what else arena.yaml says about it
      options             jsonb not null default '{}',
      primary key (arena_id, name),
      check (api_key_env is not null or base_url is not null or type in ('http', 'exec'))
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
      provider   text,
      template   text,
      params     jsonb not null default '{}',
      owner      text,
      family     text,
      -- the contestant of which this one is the same again: it must stay in a dead heat with it
      control_of text,
      -- its ingredients: not jsonb, which would forget their order
      factors    json not null default '{}',
      primary key (arena_id, id),
      unique (arena_id, slug),
      unique (arena_id, name),
      foreign key (arena_id, provider) references providers,
      foreign key (arena_id, control_of) references contestants (arena_id, name),
      check (control_of <> name)
    )`.execute(db)

  await sql`
    create table prompts (
      arena_id   integer not null references arenas,
      id         integer generated always as identity,
      key        text not null check (key <> ''),
      -- null: known by its key only, from votes that came without texts
      messages   jsonb,
      category   text,
      reference  text,
      variables  jsonb,
      context    jsonb,
      -- since then it is no longer voted on or judged; what was cast on it stays
      retired_at timestamptz,
      -- file: its arena.yaml named it no longer, and naming it again restores it; an admin's word holds against the file
      -- live: a visitor wrote it. It is in nobody's set, and its texts are public only once an operator restores it
      retired_by text check (retired_by in ('file', 'admin', 'live')),
      -- by which rules its text was searched for leaks; null: not yet
      leak_rules text,
      erased_at  timestamptz,
      -- prompts of one document, conversation, topic or template are one unit of boards
      unit_group text,
      primary key (arena_id, id),
      unique (arena_id, key),
      constraint who_retired_is_known check ((retired_at is null) = (retired_by is null))
    );
    create index prompts_by_category on prompts (arena_id, category, id);
    create index prompts_of_visitors on prompts (arena_id, retired_at) where retired_by = 'live' and erased_at is null;
    create index prompts_by_conversation on prompts (arena_id, unit_group) where retired_by = 'live';
    comment on column prompts.erased_at is 'Since when its text is erased; null: it has its text.'`.execute(
    db,
  )

  await sql`
    create table answers (
      arena_id            integer not null,
      id                  integer generated always as identity,
      prompt_id           integer not null,
      contestant_id       integer not null,
      text                text,
      turns               jsonb,
      context             jsonb,
      text_sha256         text not null,
      characters          integer not null,
      words               integer not null,
      tokens              integer,
      cost_usd            double precision,
      latency_ms          double precision,
      -- of everything the answer was made from: it is made anew only when this changes; null: made elsewhere
      inputs_sha256       text,
      finish_reason       text,
      input_tokens        integer,
      cached_input_tokens integer,
      model_reported      text,
      made_at             timestamptz,
      -- the answers of a contestant to a prompt are numbered from 1
      sample              integer not null default 1 check (sample >= 1),
      -- by which rules its text was searched for leaks; null: not yet
      leak_rules          text,
      erased_at           timestamptz,
      -- the words that speak to a judge; null: there are none
      injection           text check (injection <> ''),
      -- the rules by which the text was searched for them; null: not yet
      injection_rules     text,
      -- what an agent did before its answer: calls of tools and their results
      transcript          jsonb,
      -- a PNG for each turn, empty where nothing could be drawn; null: not drawn yet. It ends with the text
      drawn               bytea[],
      -- { version, tries, failures by turn }; null: not drawn
      drawing             jsonb,
      primary key (arena_id, id),
      constraint one_answer_per_sample unique (arena_id, prompt_id, contestant_id, sample),
      unique (arena_id, id, prompt_id, contestant_id),
      foreign key (arena_id, prompt_id) references prompts,
      foreign key (arena_id, contestant_id) references contestants,
      check (num_nonnulls(text, turns) = 1),
      constraint a_transcript_has_steps
        check (transcript is null or jsonb_typeof(transcript) = 'array' and jsonb_array_length(transcript) > 0)
    );
    alter table answers alter column drawn set storage external;
    comment on column answers.erased_at is 'Since when its text is erased; null: it has its text.';
    create index answers_by_contestant on answers (arena_id, contestant_id);
    create index answers_with_injection on answers (arena_id, id) where injection is not null;
    create function forget_injection() returns trigger language plpgsql as $$
    begin
      new.injection := null;
      new.injection_rules := null;
      new.drawn := null;
      new.drawing := null;
      return new;
    end $$;
    create trigger another_text_to_judges before update of text_sha256 on answers for each row
      when (old.text_sha256 is distinct from new.text_sha256) execute function forget_injection()`.execute(db)

  // Of prompts and answers. Texts name them by their random names, which say nothing about their contestants.
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
    );
    -- they are compressed already
    alter table pictures alter column bytes set storage external;
    comment on column pictures.width is 'In pixels, as shown.'`.execute(db)

  // How each imported file was read, so that anybody can see it. A file that comes again is not noted again.
  await sql`
    create table read_files (
      arena_id   integer not null references arenas,
      id         integer generated always as identity,
      file       text not null,
      content_id text not null,
      plan       jsonb not null,
      votes      integer not null,
      answers    integer not null,
      prompts    integer not null,
      read_at    timestamptz not null,
      primary key (arena_id, id),
      unique (arena_id, content_id)
    );
    comment on column read_files.file is 'Its name, without folders.';
    comment on column read_files.content_id is 'Differs for files with different content.';
    comment on column read_files.votes is 'How many it had, as of answers and prompts.'`.execute(db)
}
