/** What follows when a job did not bring what it was for. */
import { addJob } from '../../platform/jobs.ts'
import type { JobRequest } from '../../platform/jobs.ts'
import { endJudgement } from './end-judgement.ts'
import type { Examination } from './judgement-queries.ts'
import { leaveRun } from './leave-run.ts'
import type { Means } from './means.ts'
import { endForBudget, SUPERSEDED, updateRun } from './run-queries.ts'

/** Queues the job anew, in place of the one that runs now. */
export const tryAgain = ({ db }: Means, job: JobRequest): Promise<void> => addJob(db, job)

/** Leaves the judgement as failed: no vote; the board counts it. */
export async function failJudgement(
  { db, clock, metrics }: Means,
  { arenaId, id }: Examination,
  cause: string,
): Promise<void> {
  const isNew = await db
    .transaction()
    .execute((trx) => endJudgement(trx, arenaId, id, { status: 'failed', cause }, clock()))
  if (isNew && cause !== SUPERSEDED) metrics.judgements.add({ outcome: 'failed' })
}

/** Ends the run where its budget does not carry a call that costs `mostUsd` at most, and nothing is given back any more. */
export async function endIfSpent(
  means: Means,
  arenaId: number,
  runId: number,
  mostUsd: number,
): Promise<void> {
  const { db, clock } = means
  await db.transaction().execute(async (trx) => {
    if (!(await endForBudget(trx, arenaId, runId, mostUsd, clock()))) return
    await leaveRun(means, trx, arenaId, runId)
  })
}

/** Pauses the run for a trouble that only somebody can end: a refused key, an empty account, an unknown model. */
export async function pauseForTrouble(
  means: Means,
  arenaId: number,
  runId: number,
  cause: string,
): Promise<void> {
  const paused = await means.db.transaction().execute(async (trx) => {
    if (!(await updateRun(trx, arenaId, runId, ['running'], { status: 'paused', cause }))) return false
    await leaveRun(means, trx, arenaId, runId)
    return true
  })
  if (paused) means.log.warn({ arenaId, runId, cause }, 'judging is paused')
}
