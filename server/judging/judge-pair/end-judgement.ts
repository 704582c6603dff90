import type { Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { holdRun, isRunning } from '../../runs/index.ts'
import type { JobContext } from '../../runs/index.ts'
import { countSkippedPairs } from '../checks/gating/index.ts'
import { markEnded } from './judgement-queries.ts'
import type { JudgementEnd } from './judgement-queries.ts'
import type { PlannedPair } from './judgement-queries.ts'
import { SUPERSEDED } from './planned-queries.ts'

/** Ends a judgement. @returns false if it has ended already */
export async function endJudgement(
  trx: Transaction<Database>,
  { arenaId, id, runId: knownRunId }: Pick<PlannedPair, 'arenaId' | 'id' | 'runId'>,
  end: JudgementEnd,
  at: Date,
): Promise<boolean> {
  // held first, as whoever changes its status does: a run that stops meanwhile either sees this end or is seen here
  const known = await holdRun(trx, arenaId, knownRunId)
  const runId = await markEnded(trx, arenaId, id, end, at)
  if (runId === null) return false
  // another run may have taken the judgement over
  const run = runId === knownRunId ? known : await holdRun(trx, arenaId, runId)
  // a judgement that was under way when its run stopped ends after the skipped pairs were counted
  if (!run || !isRunning(run.status)) await countSkippedPairs(trx, arenaId, runId, at)
  return true
}

/** Ends the judgement as failed: it casts no vote, and the board counts the failure. */
export async function failJudgement(
  { db, clock, metrics }: JobContext,
  planned: PlannedPair,
  cause: string,
): Promise<void> {
  const isNew = await db
    .transaction()
    .execute((trx) => endJudgement(trx, planned, { status: 'failed', cause }, clock()))
  if (isNew && cause !== SUPERSEDED) metrics.judgements.add({ outcome: 'failed' })
}
