import { type Transaction, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Lets one transaction at a time change quarantines of an arena, so that their order is clear. */
export async function lockQuarantine(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${QUARANTINE}::integer, ${arenaId})`.execute(trx)
}

const QUARANTINE = 4747_0003
