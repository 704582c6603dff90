import type { Transaction } from 'kysely'
import { addJob } from '../platform/jobs.ts'
import { nextPublication } from '../platform/publication.ts'
import type { Database } from '../platform/schema.ts'

/** The job that updates an arena's boards. */
export const RATE_TASK = 'rate-arena'

/** The delay after a publication, because clocks may differ a little. */
const SETTLE_MS = 250
/** The delay of a rating after a judge's vote: judges vote many times a second, and nobody waits for a single vote. */
const SETTLE_JUDGED_MS = 2000

/**
 * Queues the job for new boards of the arena, in the transaction that changes votes. It runs at once, two seconds after a
 * judge's vote, or at the next publication. Requests become one while a job waits. The jobs of one arena run one after
 * another.
 */
export async function requestRating(
  trx: Transaction<Database>,
  arenaId: number,
  now: Date,
  publishEvery: number,
  voterKind: 'people' | 'judges' = 'people',
): Promise<void> {
  const untilPublished = nextPublication(now, publishEvery).getTime() - now.getTime()
  const settling = voterKind === 'judges' ? SETTLE_JUDGED_MS : publishEvery === 0 ? 0 : SETTLE_MS
  await addJob(trx, {
    task: RATE_TASK,
    payload: { arenaId },
    queue: `arena-${arenaId}`,
    key: `${RATE_TASK}-${arenaId}${voterKind === 'judges' ? '-judged' : ''}`,
    delayMs: untilPublished + settling,
  })
}
