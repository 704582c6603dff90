import { type JobRequest, addJobs } from '../platform/jobs/jobs.ts'
import type { Deps } from '../platform/deps.ts'
import { type Kysely, sql } from 'kysely'
import { sqlStatuses, isOpen } from '../runs/index.ts'
import type { Database } from '../platform/schema.ts'

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

/** Arenas with an open challenge and no open run. */
async function selectBetweenRuns(db: Kysely<Database>): Promise<number[]> {
  const rows = await db
    .selectFrom('challenges as c')
    .select('c.arena_id')
    .where('c.status', '=', 'open')
    .where(
      sql<boolean>`(select r.status not in (${sqlStatuses(isOpen)}) from runs r where r.arena_id = c.arena_id
        order by r.id desc limit 1)`,
    )
    .orderBy('c.arena_id')
    .execute()
  return rows.map(({ arena_id }) => arena_id)
}
