/** Background work: graphile-worker jobs, queued in the same transaction as the fact that needs them. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger as JobLogger, run, runMigrations } from 'graphile-worker'
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { OpenDatabase } from './database.ts'
import type { Log } from './log.ts'
import type { Database } from './schema.ts'
import { openWorkerPresence } from './worker-presence.ts'

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

/**
 * Does jobs until it is stopped; first of all those that a killed worker left behind. Where the database fails, it
 * begins anew when that is back.
 * @param connect opens a dedicated connection
 */
export async function startWorker(
  { pool, connect }: Pick<OpenDatabase, 'pool' | 'connect'>,
  tasks: TaskList,
  log: Log,
): Promise<Worker> {
  const presence = await openWorkerPresence(connect, log)
  const stopping = new AbortController()
  let runner = await begin()
  const working = goOn()

  async function begin(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => presence.enter(workerPool.id))
    return run({
      pgPool: pool,
      taskList: tasks,
      concurrency: 4,
      // Reporting in batches is the way on which an error ends the runner; on the other it goes unhandled and ends us.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pollInterval: 1000,
      noHandleSignals: true,
      events,
      logger: jobLogger(log),
    })
  }

  async function goOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'the worker lost the database; it begins anew')
      }
      await sleep(1000, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      presence.leave()
      runner = await begin().catch(() => runner)
    }
    await runner.stop().catch(() => {})
  }

  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => {})
      await working
      await presence.close()
    },
  }
}

function jobLogger(log: Log): JobLogger {
  return new JobLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}
