import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Lets one transaction at a time record a vote in the arena. */
export async function lockVoting(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(47470011, ${arenaId})`.execute(trx)
}

/** The votes that people cast on the page of this server and did not take back. Imported votes are not counted. */
export async function countPeopleVotes(db: Kysely<Database>, arenaId: number): Promise<number> {
  const { rows } = await sql<{ votes: number }>`
    select (select count(*) from votes v where v.arena_id = ${arenaId} and v.source = 'human' and v.import_key is null)::int
      - (select count(*) from retractions t join votes v on v.arena_id = t.arena_id and v.id = t.vote_id
          where t.arena_id = ${arenaId} and v.source = 'human' and v.import_key is null)::int as votes`.execute(
    db,
  )
  return rows[0].votes
}
