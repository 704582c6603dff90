/** The audit log: the actions of operators, each recorded in its own transaction. */
import { sql } from 'kysely'
import type { AuditAct } from '../../shared/contracts/index.ts'
import type { Deps } from './deps.ts'
import { actingToken } from './http/operators.ts'
import type { Trx } from './schema.ts'
import { randomBytes } from 'node:crypto'

/**
 * Records an act. The entry exists exactly if the transaction commits.
 * @param arenaId null: the arena no longer exists
 * @param details what was changed, and why: names, numbers and reasons, never a secret
 */
export async function recordAct(
  trx: Trx,
  { actor, clock }: Pick<Deps, 'actor' | 'clock'>,
  arenaId: number | null,
  act: AuditAct,
  details: Record<string, unknown> = {},
): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({
      arena_id: arenaId,
      at: clock(),
      actor,
      token: actingToken(),
      act,
      details: JSON.stringify(details),
    })
    .execute()
}

/**
 * Records an act that is repeated often, unless an earlier entry of the same actor still covers it. The entry says until
 * when it covers repetitions.
 * @param forMs for how long one entry covers repetitions, in milliseconds
 */
export async function recordActOnce(
  trx: Trx,
  { actor, clock }: Pick<Deps, 'actor' | 'clock'>,
  arenaId: number,
  act: AuditAct,
  forMs: number,
): Promise<void> {
  const now = clock()
  const recent = await trx
    .selectFrom('audit_entries')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('act', '=', act)
    .where('actor', '=', actor)
    .where('token', 'is not distinct from', actingToken())
    .where('at', '>', new Date(now.getTime() - forMs))
    .where('at', '<=', now)
    .executeTakeFirst()
  if (recent) return
  const until = new Date(now.getTime() + forMs).toISOString()
  await recordAct(trx, { actor, clock: () => now }, arenaId, act, { until })
}

export async function eraseVoterInLog(
  trx: Trx,
  arenaId: number,
  voter: string,
  pseudonym: string,
): Promise<void> {
  await sql`
    update audit_entries set details = details || jsonb_build_object('voter', ${pseudonym}::text)
    where arena_id = ${arenaId} and details ->> 'voter' = ${voter}`.execute(trx)
}

/** Stands in place of an erased text. */
export const ERASED = '[erased]'

/** A new name for a voter that is erased; it says nothing of the old one. */
export const newPseudonym = (): string => `erased-${randomBytes(8).toString('hex')}`
