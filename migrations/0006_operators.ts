import { sql, type Kysely } from 'kysely'

/** What operators set up and did: secrets, tokens, the audit log, invitations for voters, keys and prices of models. */
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
      -- to pairs that judges have judged: such a link is for anybody, and its name is empty
      kind         text not null default 'vote' check (kind in ('vote', 'judges')),
      primary key (arena_id, id),
      constraint judged_pairs_are_for_anybody check (
        case kind when 'vote' then name <> '' else name = '' and coalesce(group_name, seats::text, goal::text) is null end)
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
      first_contestant_id   integer not null,
      first_answer_id       integer not null,
      second_contestant_id integer not null,
      second_answer_id     integer not null,
      drawn_at            timestamptz not null,
      -- how many people of the group vote on it
      votes_wanted        integer not null check (votes_wanted > 0),
      primary key (arena_id, id)
    );
    create unique index a_group_shares_a_pair_once on shared_pairs
      (arena_id, group_name, prompt_id, least(first_contestant_id, second_contestant_id), greatest(first_contestant_id, second_contestant_id))`.execute(
    db,
  )

  // what operators set of models on the page: keys of providers, sealed, and prices that the price table lacks
  await sql`
    create table model_keys (
      variable text primary key,
      sealed   bytea not null,
      set_at   timestamptz not null
    );
    create table model_prices (
      model      text primary key,
      input_usd  double precision not null check (input_usd >= 0),
      output_usd double precision not null check (output_usd >= 0),
      set_at     timestamptz not null
    );
    comment on column model_keys.variable is 'The environment variable in whose place it stands.';
    comment on column model_keys.sealed is 'The key of the provider, sealed with a key of the data folder.';
    comment on column model_prices.input_usd is 'US dollars per million tokens, as for output.'`.execute(db)
}
