import type { Transaction } from 'kysely'
import { addJob } from '../platform/jobs.ts'
import { nextPublication } from '../platform/publication.ts'
import type { Database } from '../platform/schema.ts'

/** The job that refits an arena's boards. */
export const RATE_TASK = 'rate-arena'

const SETTLE_MS = 250

/**
 * Asks for new boards of the arena, in the transaction of the fact that calls for them. Requests within a quarter of
 * a second become one job; the jobs of one arena run one after another.
 */
export async function requestRating(
  trx: Transaction<Database>,
  arenaId: number,
  now: Date,
  publishEvery: number,
): Promise<void> {
  await addJob(trx, {
    task: RATE_TASK,
    payload: { arenaId },
    queue: `arena-${arenaId}`,
    key: `${RATE_TASK}-${arenaId}`,
    runAt: new Date(nextPublication(now, publishEvery).getTime() + SETTLE_MS),
  })
}
