import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { inEnglish, msg } from '../../shared/messages/index.ts'
import type { Database } from '../platform/schema.ts'

/**
 * Brings the quarantine in line with the arena's `voterCap` after a change of it, and what it uncovers with leaks. A trigger
 * does so for each new vote.
 * @returns how many votes changed
 */
export async function settleVoterCap(trx: Transaction<Database>, arenaId: number, at: Date): Promise<number> {
  const released = msg('voter_cap_changed')
  const { rows } = await sql<{ changed: string }>`
    select settle_voter_cap(${arenaId}, ${at}, ${inEnglish(released)}, ${JSON.stringify(released)}::jsonb) as changed`.execute(
    trx,
  )
  const changed = Number(rows[0].changed)
  if (changed > 0) await sql`select settle_leaks(${arenaId}, ${at})`.execute(trx)
  return changed
}
