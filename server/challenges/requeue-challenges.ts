import type { Deps } from '../platform/deps.ts'
import { addJobs } from '../platform/jobs.ts'
import { challengeJob } from './challenge-job.ts'
import { selectBetweenRuns } from './challenge-queries.ts'

/** Has every open challenge go on of which no run is open: the job that was to follow its last run may be lost. */
export async function requeueChallenges({ db }: Pick<Deps, 'db'>): Promise<void> {
  const arenas = await selectBetweenRuns(db)
  await addJobs(
    db,
    arenas.map((arenaId) => challengeJob(arenaId)),
  )
}
