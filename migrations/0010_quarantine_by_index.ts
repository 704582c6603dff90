import { sql, type Kysely } from 'kysely'

/**
 * Looks up whether a vote is in quarantine by index. A session keeps the plan of a function until the table is analysed: made
 * while there were few quarantines, it read all of them for each vote.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function is_quarantined(integer, bigint, timestamptz) set enable_seqscan = off`.execute(db)
}
