import type { Transaction } from 'kysely'
import { addJob } from '../platform/jobs.ts'
import { nextPublication } from '../platform/publication.ts'
import type { Database } from '../platform/schema.ts'

/** The job that refits an arena's boards. */
export const RATE_TASK = 'rate-arena'

/** After a publication, so that clocks that differ a little agree on it. */
const SETTLE_MS = 250
/** Judges vote many times a second, and nobody waits to see what a single vote of theirs does. */
const SETTLE_JUDGED_MS = 2000

/**
 * Asks for new boards of the arena, in the transaction of the fact that calls for them: at once, after a vote by a judge
 * within two seconds, or at the next publication. Requests that come while a job waits become one; the jobs of one arena
 * run one after another.
 */
export async function requestRating(
  trx: Transaction<Database>,
  arenaId: number,
  now: Date,
  publishEvery: number,
  by: 'people' | 'judges' = 'people',
): Promise<void> {
  const untilPublished = nextPublication(now, publishEvery).getTime() - now.getTime()
  const settling = by === 'judges' ? SETTLE_JUDGED_MS : publishEvery === 0 ? 0 : SETTLE_MS
  await addJob(trx, {
    task: RATE_TASK,
    payload: { arenaId },
    queue: `arena-${arenaId}`,
    key: `${RATE_TASK}-${arenaId}${by === 'judges' ? '-judged' : ''}`,
    delayMs: untilPublished + settling,
  })
}
