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
