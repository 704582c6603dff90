import type { Transaction } from 'kysely'
import { addJob } from '../platform/jobs.ts'
import { nextPublication } from '../platform/publication.ts'
import type { Database } from '../platform/schema.ts'

/** The job that refits an arena's boards. */
export const RATE_TASK = 'rate-arena'

/** After a publication, so that clocks that differ a little agree on it. */
const SETTLE_MS = 250

/**
 * Asks for new boards of the arena, in the transaction of the fact that calls for them: at once, or at the next
 * publication. Requests that come while a job waits become one; the jobs of one arena run one after another.
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
    runAt: publishEvery === 0 ? now : new Date(nextPublication(now, publishEvery).getTime() + SETTLE_MS),
  })
}
