import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Which votes count, said once, and statistics that follow tables which grow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A plain query, which Postgres works into the one that names it. Votes that are out, not taken back and not in
  // quarantine, all as it was known at `until`; null: as it is known now. Without an arena, of all.
  await sql`
    create function counted_votes(arena integer, until timestamptz) returns setof votes language sql stable as $$
      select v.* from votes v
      where (arena is null or v.arena_id = arena) and (until is null or v.recorded_at <= until)
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id
          and (until is null or t.retracted_at <= until))
        -- the last word on a vote holds
        and not exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id
          and not q.released and (until is null or q.at <= until)
          and not exists (select from quarantines n where n.arena_id = q.arena_id and n.vote_id = q.vote_id
            and n.id > q.id and (until is null or n.at <= until)))
    $$`.execute(db)
  // By default a table is analysed anew once a tenth of it has changed. An arena that is smaller stays unknown until
  // then, is taken for one of a single row, and each of its votes is looked for among all its battles.
  for (const table of ['battles', 'votes', 'retractions', 'quarantines'])
    await sql`
      alter table ${sql.table(table)}
        set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000)`.execute(db)
}
