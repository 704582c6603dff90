/** Background work: graphile-worker jobs, queued in the same transaction as the fact that needs them. */
import { Logger as JobLogger, run, runMigrations } from 'graphile-worker'
import type { TaskList } from 'graphile-worker'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Log } from './log.ts'
import type { Database } from './schema.ts'

export interface JobRequest {
  task: string
  payload: Record<string, unknown>
  /** Jobs of one queue run one after another, whatever the number of workers. */
  queue: string
  /** A waiting job with this key is not queued twice. */
  key: string
  runAt: Date
}

/** Queues a job; with a transaction it exists exactly when the transaction's facts do. */
export async function addJob(
  db: Kysely<Database>,
  { task, payload, queue, key, runAt }: JobRequest,
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task}, payload := ${JSON.stringify(payload)}::json, queue_name := ${queue}, run_at := ${runAt}::timestamptz,
    job_key := ${key}, job_key_mode := 'preserve_run_at')`.execute(db)
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: jobLogger(log) })
}

export interface Worker {
  /** Lets running jobs end, takes no new ones. */
  stop(): Promise<void>
}

export async function startWorker(pool: Pool, tasks: TaskList, log: Log): Promise<Worker> {
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    concurrency: 2,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: jobLogger(log),
  })
  return { stop: () => runner.stop() }
}

function jobLogger(log: Log): JobLogger {
  return new JobLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}
