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

/**
 * Puts an act on record that is done over and over, unless the same actor did it less than so long ago. Its entry says
 * until when it stands for what follows.
 * @param forMs for how long one entry stands, in milliseconds
 */
export async function putOnRecordOnce(
  trx: Transaction<Database>,
  { actor, clock }: Pick<Deps, 'actor' | 'clock'>,
  arenaId: number,
  act: AuditAct,
  forMs: number,
): Promise<void> {
  const now = clock()
  const standing = await trx
    .selectFrom('audit_entries')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('act', '=', act)
    .where('actor', '=', actor)
    .where('at', '>', new Date(now.getTime() - forMs))
    .where('at', '<=', now)
    .executeTakeFirst()
  if (standing) return
  const until = new Date(now.getTime() + forMs).toISOString()
  await putOnRecord(trx, { actor, clock: () => now }, arenaId, act, { until })
}
