/** The audit log: what operators did, put down in the transaction that does it. */
import type { Transaction } from 'kysely'
import type { AuditAct } from '../../shared/contracts/index.ts'
import type { Deps } from './deps.ts'
import type { Database } from './schema.ts'

/**
 * Puts an act on record; it stands exactly when the transaction does.
 * @param details what it was done to, and why: names, numbers and reasons, never a secret
 */
export async function putOnRecord(
  trx: Transaction<Database>,
  { actor, clock }: Pick<Deps, 'actor' | 'clock'>,
  arenaId: number,
  act: AuditAct,
  details: Record<string, unknown> = {},
): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({ arena_id: arenaId, at: clock(), actor, act, details: JSON.stringify(details) })
    .execute()
}
