/** What follows when a job did not bring what it was for. */
import { requestRating } from '../../votes/index.ts'
import { addJob } from '../../platform/jobs.ts'
import type { JobRequest } from '../../platform/jobs.ts'
import type { Examination } from './judgement-queries.ts'
import { endJudgement } from './judgement-queries.ts'
import type { Means } from './means.ts'

/** Queues the job anew, in place of the one that runs now. */
export const tryAgain = ({ db }: Means, job: JobRequest): Promise<void> => addJob(db, job)

/** Leaves the judgement as failed: no vote, and the board says so. */
export async function failJudgement(means: Means, { arenaId, id }: Examination, cause: string): Promise<void> {
  const { db, clock, publishEvery } = means
  await db.transaction().execute(async (trx) => {
    if (await endJudgement(trx, arenaId, id, { status: 'failed', cause }, clock()))
      await requestRating(trx, arenaId, clock(), publishEvery)
  })
}
