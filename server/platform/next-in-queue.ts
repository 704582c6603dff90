import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'

/** Milliseconds before each look at whether a job has left its queue. */
const WAITS = [0, 2, 5, 10, 20, 50, 100]

/**
 * Starts the next job of a queue as soon as this one has left it. A worker asks for its next job while the database
 * still has the last one: the queue then looks occupied, and the worker would only ask again after its poll interval.
 */
export async function startNextInQueue(pool: Pool, workers: WorkerPool, job: Job): Promise<void> {
  if (job.job_queue_id === null) return
  for (const wait of WAITS) {
    await sleep(wait)
    const { rows } = await pool.query<{ leaves: boolean; waits: boolean }>(
      `select
        exists (select from graphile_worker._private_jobs where id = $1 and locked_at is not null) as leaves,
        exists (select from graphile_worker._private_jobs
          where job_queue_id = $2 and id <> $1 and locked_at is null and run_at <= now()) as waits`,
      [job.id, job.job_queue_id],
    )
    if (rows[0].leaves) continue
    if (rows[0].waits) workers.nudge(1)
    return
  }
}
