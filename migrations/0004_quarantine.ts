import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Quarantine: the further facts that a vote does not count, or counts again. And what keeping boards as a fold of facts
 * needs: every fact knows the transaction that brought it, and a board may be a preview of the one being computed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quarantines (
      arena_id integer not null,
      id       bigint generated always as identity,
      vote_id  bigint not null,
      -- false: from then on the vote does not count; true: it counts again. The last word holds
      released boolean not null,
      reason   text not null check (reason <> ''),
      at       timestamptz not null,
      txid     xid8 not null default pg_current_xact_id(),
      primary key (arena_id, id),
      foreign key (arena_id, vote_id) references votes
    )`.execute(db)
  await sql`create index quarantines_by_vote on quarantines (arena_id, vote_id, id desc)`.execute(db)
  await sql`
    create function refuse_change_of_quarantine() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: quarantine or release the vote anew instead', tg_table_name
        using errcode = 'restrict_violation';
    end $$`.execute(db)
  await sql`
    create trigger append_only before update or delete or truncate on quarantines
      for each statement execute function refuse_change_of_quarantine()`.execute(db)
  await sql`
    create function is_quarantined(arena integer, vote bigint, until timestamptz) returns boolean language sql stable as $$
      select coalesce((
        select not q.released from quarantines q
        where q.arena_id = arena and q.vote_id = vote and (until is null or q.at <= until)
        order by q.id desc limit 1), false)
    $$`.execute(db)
  // ids are given in another order than transactions commit, so what is new is told by transactions
  for (const table of ['votes', 'retractions'])
    await sql`alter table ${sql.table(table)} add column txid xid8 not null default pg_current_xact_id()`.execute(
      db,
    )
  for (const table of ['votes', 'retractions', 'quarantines'])
    await sql`create index ${sql.id(`${table}_by_transaction`)} on ${sql.table(table)} (arena_id, txid)`.execute(
      db,
    )
  await sql`alter table snapshots add column preview boolean not null default false`.execute(db)
}
