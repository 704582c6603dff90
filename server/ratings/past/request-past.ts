import type { Kysely } from 'kysely'
import { addJob, addJobs } from '../../platform/jobs.ts'
import type { JobRequest } from '../../platform/jobs.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import { selectArenasToCount } from './past-queries.ts'

/** The job that counts boards of days before the first stored board. */
export const PAST_TASK = 'count-past-boards'

/** Queues the job of an arena. `resume`: only to count what is planned. */
export const requestPast = (
  db: Kysely<Database>,
  arenaId: number,
  from: 'plan' | 'resume' = 'plan',
): Promise<void> => addJob(db, jobOf(arenaId, from))

/** Queues the job of each arena whose votes are older than its first board and have no past boards yet. */
export async function requestPastOfAll({ db }: Pick<Deps, 'db'>): Promise<void> {
  const arenas = await selectArenasToCount(db)
  await addJobs(
    db,
    arenas.map((arenaId) => jobOf(arenaId, 'plan')),
  )
}

const jobOf = (arenaId: number, from: 'plan' | 'resume'): JobRequest => ({
  task: PAST_TASK,
  payload: { arenaId, from },
  queue: `past-${arenaId}`,
  key: `${PAST_TASK}-${from}-${arenaId}`,
})
