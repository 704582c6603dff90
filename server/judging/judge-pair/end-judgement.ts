import type { Transaction } from 'kysely'
import { touchArena } from '../../arenas/index.ts'
import { requestRating } from '../../votes/index.ts'
import type { Database } from '../../platform/schema.ts'
import { holdRun, isRunning } from '../../runs/index.ts'
import type { JobContext } from '../../runs/index.ts'
import { countSkippedPairs } from '../checks/gating/index.ts'
import { markEnded } from './judgement-queries.ts'
import type { JudgementEnd } from './judgement-queries.ts'
import type { PlannedPair } from './judgement-queries.ts'
import { SUPERSEDED } from './planned-queries.ts'

/**
 * Ends a judgement.
 * @returns null if it has ended already; otherwise whether its run had stopped before. Boards then need `refreshLate`
 *   after the transaction: they were refreshed when the run stopped, before pairs that this end skips were counted
 */
export async function endJudgement(
  trx: Transaction<Database>,
  { arenaId, id, runId: knownRunId }: Pick<PlannedPair, 'arenaId' | 'id' | 'runId'>,
  end: JudgementEnd,
  endedAt: Date,
): Promise<{ isLate: boolean } | null> {
  // the run is locked first, as in every change of status: a run that stops meanwhile sees this end, or its new
  // status is read here
  const heldRun = await holdRun(trx, arenaId, knownRunId)
  const runId = await markEnded(trx, arenaId, id, end, endedAt)
  if (runId === null) return null
  // another run may have taken the judgement over
  const run = runId === knownRunId ? heldRun : await holdRun(trx, arenaId, runId)
  // a judgement that was under way when its run stopped ends after the skipped pairs were counted
  const isLate = !run || !isRunning(run.status)
  if (isLate) await countSkippedPairs(trx, arenaId, runId, endedAt)
  return { isLate }
}

/** Requests new boards after a judgement that ended late. It locks the arena, so it cannot be part of that transaction. */
export const refreshLate = (
  { db, publishEvery }: Pick<JobContext, 'db' | 'publishEvery'>,
  arenaId: number,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await touchArena(trx, arenaId)
    await requestRating(trx, arenaId, publishEvery)
  })

/** Ends the judgement as failed: it casts no vote, and the board counts the failure. */
export async function failJudgement(context: JobContext, pair: PlannedPair, cause: string): Promise<void> {
  const { db, clock, metrics } = context
  const ended = await db
    .transaction()
    .execute((trx) => endJudgement(trx, pair, { status: 'failed', cause }, clock()))
  if (ended?.isLate) await refreshLate(context, pair.arenaId)
  if (ended && cause !== SUPERSEDED) metrics.judgements.add({ outcome: 'failed' })
}
