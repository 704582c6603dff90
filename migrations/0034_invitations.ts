import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Invitations to vote, and the voters that came with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
    )`.execute(db)
  await sql`
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
    )`.execute(db)
  await sql`create index voters_of_an_invitation on invited_voters (arena_id, invitation_id)`.execute(db)
  await sql`
    create function refuse_change_of_group() returns trigger language plpgsql as $$
    begin
      if new.group_name is distinct from old.group_name then
        raise exception 'the group of a voter never changes' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger group_is_fixed before update on invited_voters
      for each row execute function refuse_change_of_group()`.execute(db)
}
