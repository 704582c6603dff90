import type { Transaction } from 'kysely'
import { addJob } from '../platform/jobs.ts'
import { nextPublication } from '../platform/publication.ts'
import type { Database } from '../platform/schema.ts'

/** The job that refits an arena's boards. */
export const RATE_TASK = 'rate-arena'

const SETTLE_MS = 250
/** Judges vote many times a second, and nobody waits to see what a single vote of theirs does. */
const SETTLE_JUDGED_MS = 2000

/**
 * Asks for new boards of the arena, in the transaction of the fact that calls for them. Requests within a quarter of
 * a second become one job, after votes by judges those within two; the jobs of one arena run one after another.
 */
export async function requestRating(
  trx: Transaction<Database>,
  arenaId: number,
  now: Date,
  publishEvery: number,
  by: 'people' | 'judges' = 'people',
): Promise<void> {
  const settle = by === 'judges' ? SETTLE_JUDGED_MS : SETTLE_MS
  await addJob(trx, {
    task: RATE_TASK,
    payload: { arenaId },
    queue: `arena-${arenaId}`,
    key: `${RATE_TASK}-${arenaId}${by === 'judges' ? '-judged' : ''}`,
    runAt: new Date(nextPublication(now, publishEvery).getTime() + settle),
  })
}
