import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What is public follows the order in which transactions ended, and is stored; the times of votes no longer matter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // what is public: votes and judgements of one snapshot, retractions and quarantines of a later one
  await sql`create type publication as (votes pg_snapshot, changes pg_snapshot)`.execute(db)
  await sql`
    create table publishing (
      only_row boolean primary key default true check (only_row),
      -- null: everything is public
      current  publication,
      -- the votes of the next publication; null: it is not noted yet
      noted    pg_snapshot,
      -- by the clock of the process that noted it
      noted_at timestamptz
    )`.execute(db)
  // a server with an interval begins with everything so far
  await sql`insert into publishing default values`.execute(db)
  // whether a snapshot has what a transaction wrote; null: everything. The first comparison decides nearly always, and
  // the planner has statistics for it
  await sql`
    create function is_in(txid xid8, snapshot pg_snapshot) returns boolean language sql immutable parallel safe as $$
      select snapshot is null or txid < pg_snapshot_xmin(snapshot) or pg_visible_in_snapshot(txid, snapshot)
    $$`.execute(db)
  // servers of the version before still call counted_votes
  // A plain query, which Postgres works into the one that names it. Without an arena, of all.
  await sql`
    create function counted_votes_in(arena integer, published publication) returns setof votes language sql stable as $$
      select v.* from votes v
      where (arena is null or v.arena_id = arena) and is_in(v.txid, (published).votes)
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id
          and is_in(t.txid, (published).changes))
        -- the last word on a vote holds
        and not exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id
          and not q.released and is_in(q.txid, (published).changes)
          and not exists (select from quarantines n where n.arena_id = q.arena_id and n.vote_id = q.vote_id
            and n.id > q.id and is_in(n.txid, (published).changes)))
    $$`.execute(db)
  // which transaction ended a judgement, counted a skipped pair or took a second look; those so far are older than all
  for (const table of ['judgements', 'left_out_pairs', 'second_looks']) {
    await sql`alter table ${sql.table(table)} add column txid xid8 not null default '3'`.execute(db)
    await sql`alter table ${sql.table(table)} alter column txid set default pg_current_xact_id()`.execute(db)
  }
  await sql`delete from vote_counts`.execute(db)
  await sql`alter table vote_counts drop column until`.execute(db)
}
