import type { JobRequest } from '../platform/jobs.ts'
import type { Deps } from '../platform/deps.ts'
import { addJobs } from '../platform/jobs.ts'
import { selectBetweenRuns } from './challenge-queries.ts'

/** The job that follows each run of a challenge. */
export const CHALLENGE_TASK = 'advance-challenge'

/** Advances the arena's open challenge: reads the results of its runs and starts the next one. */
export const challengeJob = (arenaId: number): JobRequest => ({
  task: CHALLENGE_TASK,
  payload: { arenaId },
  queue: `challenge-${arenaId}`,
  key: `${CHALLENGE_TASK} ${arenaId}`,
})

/**
 * Queues the job of every open challenge without an open run: the job that should follow its last run may be lost.
 */
export async function requeueChallenges({ db }: Pick<Deps, 'db'>): Promise<void> {
  const arenas = await selectBetweenRuns(db)
  await addJobs(
    db,
    arenas.map((arenaId) => challengeJob(arenaId)),
  )
}
