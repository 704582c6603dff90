import { sql, type Kysely } from 'kysely'

/** What operators set up and did: secrets, tokens, the audit log, links and invitations for voters, schedules and notices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what all servers of one database share
    create table secrets (name text primary key, value bytea not null);
    create table settings (name text primary key, value text not null)`.execute(db)
  // How much every address and voter has done lately: written at every vote and worth little after a crash, so not part
  // of the write-ahead log.
  await sql`
    create unlogged table rate_limits (
      key    varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db)

  // the log of what operators did is only ever added to
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
      details  jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
      -- the named token it was done with; null: the admin token, the terminal or the server
      token    text
    );
    create index audit_entries_by_arena on audit_entries (arena_id, id desc)`.execute(db)
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

  // a labelling link can be withdrawn
  await sql`
    create table labelling_links (
      arena_id     integer not null references arenas,
      id           integer generated always as identity,
      made_at      timestamptz not null,
      expires_at   timestamptz not null check (expires_at >= made_at),
      withdrawn_at timestamptz,
      primary key (arena_id, id)
    )`.execute(db)
  await sql`
    create table invitations (
      arena_id     integer not null references arenas,
      id           integer generated always as identity,
      -- who is invited: for operators only
      name         text not null,
      group_name   text,
      -- how many people one link is for; null: one person, who is one voter on every device
      seats        integer check (seats > 0),
      -- how many votes are asked of each person
      goal         integer check (goal > 0),
      -- the token itself is only in the link
      token_hash   text not null unique,
      made_at      timestamptz not null,
      expires_at   timestamptz not null check (expires_at >= made_at),
      withdrawn_at timestamptz,
      primary key (arena_id, id)
    );
    create table invited_voters (
      arena_id      integer not null references arenas,
      voter         text not null,
      -- null: the person was erased
      invitation_id integer,
      -- fixed from the first visit on, before any vote: boards of groups rest on it
      group_name    text,
      opened_at     timestamptz not null,
      -- browsers in which the link was opened as this voter
      browsers      integer not null default 1,
      primary key (arena_id, voter),
      foreign key (arena_id, invitation_id) references invitations
    );
    create index voters_of_an_invitation on invited_voters (arena_id, invitation_id);
    create function refuse_change_of_group() returns trigger language plpgsql as $$
    begin
      if new.group_name is distinct from old.group_name then
        raise exception 'the group of a voter never changes' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger group_is_fixed before update on invited_voters
      for each row execute function refuse_change_of_group()`.execute(db)
  // pairs that all invited people of a group are shown, so that their votes can be compared
  await sql`
    create table shared_pairs (
      arena_id            integer not null references arenas,
      id                  integer generated always as identity,
      group_name          text not null,
      criterion           text not null,
      -- of the random stream that drew them, uniformly over pairs, then over prompts
      seed                integer not null,
      prompt_id           integer not null,
      one_contestant_id   integer not null,
      one_answer_id       integer not null,
      other_contestant_id integer not null,
      other_answer_id     integer not null,
      drawn_at            timestamptz not null,
      -- how many people of the group vote on it; null: all of them
      votes_wanted        integer check (votes_wanted > 0),
      primary key (arena_id, id)
    );
    create unique index a_group_shares_a_pair_once on shared_pairs
      (arena_id, group_name, prompt_id, least(one_contestant_id, other_contestant_id), greatest(one_contestant_id, other_contestant_id))`.execute(
    db,
  )

  // What arenas do by themselves at fixed times. The entries themselves are in the settings of the arena.
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
    );
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
    );
    create index schedule_occurrences_open on schedule_occurrences (arena_id, due_at)
    where state in ('waiting', 'working')`.execute(db)
  // notices of events, and where their delivery stands
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
    );
    create index notices_to_send on notices (next_at) where state = 'waiting';
    create index notices_by_time on notices (found_at)`.execute(db)
}
