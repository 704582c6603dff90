import type { Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { isRunning, selectRun } from '../../runs/index.ts'
import type { JobContext } from '../../runs/index.ts'
import { countSkippedPairs } from '../checks/gating/index.ts'
import { markEnded } from './judgement-queries.ts'
import type { JudgementEnd } from './judgement-queries.ts'
import type { PlannedPair } from './judgement-queries.ts'
import { SUPERSEDED } from './planned-queries.ts'

/** Ends a judgement. @returns false if it has ended already */
export async function endJudgement(
  trx: Transaction<Database>,
  arenaId: number,
  id: string,
  end: JudgementEnd,
  at: Date,
): Promise<boolean> {
  const runId = await markEnded(trx, arenaId, id, end, at)
  if (runId === null) return false
  // a judgement that was under way when its run stopped ends after the skipped pairs were counted
  const run = await selectRun(trx, arenaId, runId)
  if (!run || !isRunning(run.status)) await countSkippedPairs(trx, arenaId, runId, at)
  return true
}

/** Ends the judgement as failed: it casts no vote, and the board counts the failure. */
export async function failJudgement(
  { db, clock, metrics }: JobContext,
  { arenaId, id }: PlannedPair,
  cause: string,
): Promise<void> {
  const isNew = await db
    .transaction()
    .execute((trx) => endJudgement(trx, arenaId, id, { status: 'failed', cause }, clock()))
  if (isNew && cause !== SUPERSEDED) metrics.judgements.add({ outcome: 'failed' })
}
