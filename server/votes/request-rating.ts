import { addJob } from '../platform/jobs/jobs.ts'
import type { Trx } from '../platform/schema.ts'

/** The job that updates an arena's boards. */
export const RATE_TASK = 'rate-arena'

/** The delay of a rating after a judge's vote: judges vote many times a second, and nobody waits for a single vote. */
const SETTLE_JUDGED_MS = 2000

/**
 * Queues the job for new boards of the arena, in the transaction that changes votes. It runs at once, two seconds after a
 * judge's vote, or when the change is public: each publication makes it due, and if none came it looks by itself. Requests become one while a job waits. The jobs of one arena run one after
 * another.
 */
export async function requestRating(
  trx: Trx,
  arenaId: number,
  publishEvery: number,
  voterKind: 'people' | 'judges' = 'people',
): Promise<void> {
  const untilPublished = publishEvery === 0 ? 0 : publishEvery * 1000
  await addJob(trx, {
    task: RATE_TASK,
    payload: { arenaId },
    queue: `arena-${arenaId}`,
    key: `${RATE_TASK}-${arenaId}${voterKind === 'judges' ? '-judged' : ''}`,
    delayMs: untilPublished + (voterKind === 'judges' ? SETTLE_JUDGED_MS : 0),
  })
}
