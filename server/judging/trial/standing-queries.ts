import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/**
 * Whether a vote (`v`) stands: neither taken back nor in quarantine, going by what is out until then. In a form that
 * goes through either table once.
 */
export const stands = (arenaId: number, until: Date | null) => sql`(
  not exists (select from retractions t where t.arena_id = ${arenaId} and t.vote_id = v.id
    and (${until}::timestamptz is null or t.retracted_at <= ${until}))
  and not exists (select from (
      select distinct on (vote_id) vote_id, released from quarantines
      where arena_id = ${arenaId} and (${until}::timestamptz is null or at <= ${until}) order by vote_id, id desc) q
    where q.vote_id = v.id and not q.released))`

/** Whether a vote (`v`) is out by then. */
export const isOut = (until: Date | null) => sql`(${until}::timestamptz is null or v.recorded_at <= ${until})`

/**
 * Everything is read whole here, so each table is gone through once, whatever the statistics say of one that just grew.
 */
export async function readWhole(trx: Kysely<Database>): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(trx)
}
