/**
 * Finds workers that died. A killed worker leaves its jobs and queues locked, and graphile-worker unlocks them only after
 * four hours. So each worker holds an advisory lock while its process lives. Jobs whose worker has no such lock are unlocked
 * at once, which is safe because every job may run twice.
 */
import type { Client } from 'pg'
import type { Log } from '../log.ts'
import { Mutex } from '../mutex.ts'

/** The class of the advisory locks. */
const PRESENCE_LOCKS = 4747
const LOOK_AFTER_MS = 5000

const FREE_THE_DEAD = `
  with lockers as (
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null
  ), dead as (
    select locked_by from lockers
    where locked_by <> all ($1::text[]) and pg_try_advisory_xact_lock(${PRESENCE_LOCKS}, hashtext(locked_by))
  )
  select graphile_worker.force_unlock_workers(array_agg(locked_by)), array_agg(locked_by) as freed
  from dead having count(*) > 0`

/**
 * If a job is requested again while it runs, graphile-worker takes its key away and lets it have no more attempts. If its
 * worker is then killed, the row would stay forever and count as failed. Its successor does the work. Every job of ours
 * has a key until then.
 */
const REMOVE_SUPERSEDED = `
  delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts`

const LOCK = `select pg_advisory_lock(${PRESENCE_LOCKS}, hashtext(worker)) from unnest($1::text[]) worker`
const UNLOCK = `select pg_advisory_unlock(${PRESENCE_LOCKS}, hashtext(worker)) from unnest($1::text[]) worker`

interface WorkerPresence {
  /** Marks the worker as alive, until it is gone or this process ends. */
  markAlive(worker: string): void
  /** Ends the mark of a worker. Its jobs are unlocked. */
  markGone(worker: string): void
  close(): Promise<void>
}

/**
 * Marks the workers of this process, and looks after those of others every `lookAfterMs` milliseconds.
 * @param connect opens a dedicated connection, which holds the locks
 * @throws {Error} if the database cannot be reached
 */
export async function openWorkerPresence(
  connect: () => Promise<Client>,
  log: Log,
  lookAfterMs = LOOK_AFTER_MS,
): Promise<WorkerPresence> {
  const workers = new Set<string>()
  /** The connection, and the workers whose locks it holds. */
  let client: Client | null = null
  let locked = new Set<string>()
  let isClosed = false
  const mutex = new Mutex()

  /** Makes the locks those of the workers that are there, on a new connection if the last one was lost, and frees the dead. */
  async function sync(): Promise<void> {
    if (isClosed) return
    if (!client) {
      const opened = await connect()
      opened.on('end', () => {
        if (client === opened) client = null
      })
      client = opened
      locked = new Set()
    }
    const connection = client
    try {
      const alive = new Set(workers)
      await connection.query(LOCK, [[...alive].filter((worker) => !locked.has(worker))])
      await connection.query(UNLOCK, [[...locked].filter((worker) => !alive.has(worker))])
      locked = alive
      const { rows } = await connection.query<{ freed: string[] }>(FREE_THE_DEAD, [[...workers]])
      await connection.query(REMOVE_SUPERSEDED)
      if (rows.length > 0)
        log.warn({ workers: rows[0].freed }, 'set free what workers left behind that were killed')
    } catch (error) {
      // an open connection would hold the locks of workers that die later
      await connection.end().catch(() => {})
      throw error
    }
  }

  const look = () =>
    mutex.run(sync).catch((error: Error) => {
      if (!isClosed) log.warn({ err: error }, 'could not look after workers that were killed')
    })

  await mutex.run(sync)
  const timer = setInterval(() => void look(), lookAfterMs)
  return {
    markAlive(worker) {
      workers.add(worker)
      void look()
    },
    markGone(worker) {
      workers.delete(worker)
      void look()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      // a lock may wait long for the connection that was lost
      await client?.end().catch(() => {})
      await mutex.run(() => client?.end().catch(() => {}))
    },
  }
}
