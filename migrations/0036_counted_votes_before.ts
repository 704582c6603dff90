import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** `counted_votes` can also say which votes counted before a transaction, so that counts can be kept up to date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function counted_votes(integer, timestamptz)`.execute(db)
  // A plain query, which Postgres works into the one that names it. `before`: only what earlier transactions recorded.
  await sql`
    create function counted_votes(arena integer, until timestamptz, before xid8 default null)
    returns setof votes language sql stable as $$
      select v.* from votes v
      where (arena is null or v.arena_id = arena) and (until is null or v.recorded_at <= until)
        and (before is null or v.txid < before)
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id
          and (until is null or t.retracted_at - interval '10 seconds' <= until) and (before is null or t.txid < before))
        -- the last word on a vote holds
        and not exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id
          and not q.released and (until is null or q.at <= until) and (before is null or q.txid < before)
          and not exists (select from quarantines n where n.arena_id = q.arena_id and n.vote_id = q.vote_id
            and n.id > q.id and (until is null or n.at <= until) and (before is null or n.txid < before)))
    $$`.execute(db)
}
