/** Background jobs of graphile-worker, queued in the transaction of the change that needs them. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Logger, Runner, Task, TaskList, WorkerEvents, WorkerPool } from 'graphile-worker'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { OpenDatabase } from '../postgres/database.ts'
import { requestBehind, forRequest, type Log } from '../log.ts'
import type { Db, Trx } from '../schema.ts'
import { openWorkerPresence } from './worker-presence.ts'
import { queryRows } from '../postgres/query.ts'

export interface JobRequest {
  task: string
  payload: Record<string, unknown>
  /** Jobs of one queue run one after another, whatever the number of workers. Jobs without a queue run in parallel. */
  queue?: string
  /** A waiting job with this key is not queued twice. */
  key: string
  /** Milliseconds from now, by the database's clock, until it runs; 0 unless given. */
  delayMs?: number
  /** What the job needs. A worker skips jobs with a flag that it forbids at the moment. */
  flags?: readonly string[]
}

/** Queues a job. In a transaction, the job exists exactly if the transaction commits. */
export async function addJob(db: Db, job: JobRequest): Promise<void> {
  await addJobs(db, [job])
}

/**
 * Queues many jobs at once, in this order. A job that is queued again while it waits runs at the earlier of both
 * times. So no request delays it, and a wrong time does not block it forever.
 */
export async function addJobs(db: Db, jobs: readonly JobRequest[]): Promise<void> {
  if (jobs.length === 0) return
  const specs = jobs.map(({ task, payload, queue = null, key, delayMs = 0, flags = null }) => ({
    task,
    payload: { ...payload, ...requestBehind() },
    queue,
    key,
    flags,
    delay_ms: delayMs,
  }))
  // workers use the database's clock; jobs of the same time have no order in the queue
  const rows = await queryRows<{ key: string }>(db)`
    with asked as materialized (
      select task, payload, queue, key, flags, place, clock_timestamp() + delay_ms * interval '1 millisecond'
        - (${jobs.length}::bigint - place) * interval '1 microsecond' as run_at
      from rows from (jsonb_to_recordset(${JSON.stringify(specs)}::jsonb) as
        (task text, payload json, queue text, key text, flags text[], delay_ms float8)) with ordinality
        as specs (task, payload, queue, key, flags, delay_ms, place)),
    wanted as (
      select array_agg(
        row(asked.task, asked.payload, asked.queue, least(asked.run_at, waiting.run_at), null, asked.key, null, asked.flags)
          ::graphile_worker.job_spec order by place) as specs
      from asked left join graphile_worker.jobs waiting on waiting.key = asked.key and waiting.locked_at is null)
    select added.key from wanted, graphile_worker.add_jobs(wanted.specs) as added`
  // graphile-worker drops a job if a worker takes the waiting one with its key at this moment
  const added = new Set(rows.map(({ key }) => key))
  await addJobs(
    db,
    jobs.filter(({ key }) => !added.has(key)),
  )
}

/** Lets all jobs of this kind that wait for a time run now. */
export async function runWaitingJobs(db: Db, task: string): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs
    where task_identifier = ${task} and run_at > now() and locked_at is null having count(*) > 0`.execute(db)
}

/** Removes the jobs of an arena that wait. One that runs ends by itself, and finds no arena. */
export async function removeArenaJobs(trx: Trx, arenaId: number): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where jsonb_typeof(payload::jsonb) = 'object' and payload ->> 'arenaId' = ${String(arenaId)}))`.execute(
    trx,
  )
}

export interface JobCount {
  task: string
  /** `waiting`: due · `later`: not due yet · `running` · `failed`: tried too often to be tried again. */
  state: 'waiting' | 'later' | 'running' | 'failed'
  count: number
}

/** The number of jobs of each kind, over all processes. */
export const countJobs = (db: Db): Promise<JobCount[]> =>
  queryRows<JobCount>(db)`
    select task_identifier as task, count(*)::int as count,
      case when attempts >= max_attempts and locked_at is null then 'failed' when locked_at is not null then 'running'
        when run_at <= now() then 'waiting' else 'later' end as state
    from graphile_worker.jobs group by 1, 3`

/**
 * The age of the oldest job of each kind that is due or running, in seconds since it should have begun; over all
 * processes. Kinds without such a job are left out.
 */
export const ageJobs = (db: Db): Promise<{ task: string; seconds: number }[]> =>
  queryRows<{ task: string; seconds: number }>(db)`
    select task_identifier as task, extract(epoch from now() - min(run_at))::float8 as seconds
    from graphile_worker.jobs where run_at <= now() and (attempts < max_attempts or locked_at is not null)
    group by 1`

/** The newest migration of the queue's own tables that its package has. */
const NEWEST_MIGRATION = 20

/** Creates or updates the queue's own tables. */
export async function migrateJobs(pool: Pool, log: Log): Promise<void> {
  // most processes find nothing to do, and most commands need no queue
  const newest = await pool
    .query<{ id: number }>('select max(id) as id from graphile_worker.migrations')
    .catch(() => null)
  if (newest?.rows[0]?.id === NEWEST_MIGRATION) return
  const { runMigrations } = await import('graphile-worker')
  await runMigrations({ pgPool: pool, logger: await jobLogger(log) })
}

export interface Worker {
  /** Waits for running jobs, and takes no new ones. */
  stop(): Promise<void>
}

interface WorkerOptions {
  concurrency?: number
  /** The flags of jobs to skip; called before each job is taken. */
  forbiddenFlags?: () => string[]
  /** Milliseconds between looks for jobs of which no notification came; default: 1000. */
  pollMs?: number
  /** Jobs at fixed times in UTC, as lines of a crontab; each is queued once, whatever the number of processes. */
  crontab?: string
}

/**
 * Runs jobs until it is stopped, those that a killed worker left first. If the database fails, it starts again when the
 * database is back.
 * @param connect opens a dedicated connection
 */
export async function startWorker(
  { pool, connect }: Pick<OpenDatabase, 'pool' | 'connect'>,
  tasks: TaskList,
  log: Log,
  { concurrency = 4, forbiddenFlags, pollMs = 1000, crontab = '' }: WorkerOptions = {},
): Promise<Worker> {
  const presence = await openWorkerPresence(connect, log)
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, inJobScope(name, task!, log)]),
  )
  const stopping = new AbortController()
  // most commands run no jobs
  const { run } = await import('graphile-worker')
  const logger = await jobLogger(log)
  const runners = new Map<Runner, Promise<void>>()
  const first = await begin().catch(async (error: Error) => {
    await presence.close()
    throw error
  })
  const working = keepRunning(first)

  /** Starts a runner. `takesNoMore` is fulfilled once the runner takes no more jobs. */
  async function begin(): Promise<{ takesNoMore: Promise<unknown> }> {
    const events: WorkerEvents = new EventEmitter()
    const entered: string[] = []
    events.on('pool:create', ({ workerPool }) => {
      entered.push(workerPool.id)
      presence.markAlive(workerPool.id)
    })
    // without it, the next job starts after the poll interval; a database that is gone is reported elsewhere
    events.on('job:complete', ({ worker, job }) => {
      startNextInQueue(pool, worker.workerPool, job).catch(() => {})
    })
    const closes = new Promise((resolve) => events.once('pool:gracefulShutdown', resolve))
    const runner = await run({
      pgPool: pool,
      taskList,
      crontab,
      concurrency,
      ...(forbiddenFlags && { forbiddenFlags }),
      // Only with reports in batches does an error end the runner; otherwise it is unhandled and ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pollInterval: pollMs,
      noHandleSignals: true,
      events,
      logger,
    })
    const ends = runner.promise
      .catch((error: unknown) => log.warn({ err: error }, 'a worker lost the database'))
      .then(() => {
        runners.delete(runner)
        for (const worker of entered) presence.markGone(worker)
      })
    runners.set(runner, ends)
    return { takesNoMore: Promise.race([closes, ends]) }
  }

  /** A runner that lost the database waits for its jobs, which may take long. The next one begins meanwhile. */
  async function keepRunning({ takesNoMore }: { takesNoMore: Promise<unknown> }): Promise<void> {
    while (!stopping.signal.aborted) {
      await takesNoMore
      await sleep(1000, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      log.warn('a worker takes no more jobs; another one begins')
      takesNoMore = (await begin().catch(() => null))?.takesNoMore ?? Promise.resolve()
    }
  }

  return {
    async stop() {
      stopping.abort()
      await stopAll()
      await working
      // one that began meanwhile
      await stopAll()
      await presence.close()
    },
  }

  async function stopAll(): Promise<void> {
    const ends = [...runners.values()]
    await Promise.all([...runners.keys()].map((runner) => runner.stop().catch(() => {})))
    await Promise.all(ends)
  }
}

/** There may be more jobs than connections, because jobs that wait for a provider hold none. */
const ABOUT_POOL = /maxPoolSize \(\d+\) smaller than concurrency/

async function jobLogger(log: Log): Promise<Logger> {
  const { Logger: JobLogger } = await import('graphile-worker')
  return new JobLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning' && !ABOUT_POOL.test(message)) log.warn(message)
    else log.debug(message)
  })
}

/**
 * A job that belongs to the request that queued it last, with a line in the log when it ends. Jobs that it queues belong to
 * the same request.
 */
const inJobScope =
  (name: string, task: Task, log: Log): Task =>
  (payload, helpers) => {
    const { requestId, ...taskPayload } = (payload ?? {}) as { requestId?: string }
    const work = async () => {
      const start = performance.now()
      const line = () => ({ task: name, job: helpers.job.id, ms: Math.round(performance.now() - start) })
      try {
        const result = await task(taskPayload, helpers)
        log.debug(line(), 'job')
        return result
      } catch (error) {
        log.warn({ err: error, ...line() }, 'a job failed')
        throw error
      }
    }
    return requestId === undefined ? work() : forRequest(requestId, work)
  }

/** Milliseconds before each look at whether a job has left its queue. */
const WAITS = [0, 2, 5, 10, 20, 50, 100]

/**
 * Starts the next job of a queue as soon as this one has left it. A worker asks for its next job while the database
 * still has the last one: the queue then looks occupied, and the worker would only ask again after its poll interval.
 */
async function startNextInQueue(pool: Pool, workers: WorkerPool, job: Job): Promise<void> {
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
