import type { Transaction } from 'kysely'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import { stopChallenge } from './open-challenge-queries.ts'
import { updateRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'

/**
 * Ends the challenge that was left, with its run, for something else: what it paid for stays, and it goes on where it was
 * when it is asked for again. To be called by who has locked the arena's runs.
 * @param run  the arena's latest
 */
export async function leaveChallenge(
  deps: Pick<Deps, 'actor' | 'clock'>,
  trx: Transaction<Database>,
  arenaId: number,
  run: Run | undefined,
  at: Date,
): Promise<void> {
  await stopChallenge(trx, arenaId, 'cancelled', null, at)
  if (!run) return
  await updateRun(trx, arenaId, run.id, ['paused', 'budget_reached'], { status: 'cancelled', ended_at: at })
  await putOnRecord(trx, deps, arenaId, 'judging_cancelled', { run: run.id, spentUsd: run.spent_usd })
}
