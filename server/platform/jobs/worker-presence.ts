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
  const workers: string[] = []
  let client: Client | null = null
  /** The connection that takes the locks, before it is `client`. */
  let opening: Client | null = null
  let isClosed = false
  let connecting: Promise<Client> | null = null
  /** A connection takes one query at a time. */
  const queries = new Mutex()

  async function open(): Promise<Client> {
    const opened = await connect()
    opening = opened
    try {
      opened.on('end', () => {
        if (client === opened) client = null
      })
      await lockAll(opened)
    } catch (error) {
      // an open connection would hold the locks of workers that die later
      await opened.end().catch(() => {})
      throw error
    }
    if (isClosed) await opened.end().catch(() => {})
    else client = opened
    return opened
  }

  /** Locks the workers that are there, while others come and go. */
  async function lockAll(opened: Client): Promise<void> {
    const locked = new Set<string>()
    for (;;) {
      const lacking = workers.find((worker) => !locked.has(worker))
      const gone = [...locked].find((worker) => !workers.includes(worker))
      if (lacking !== undefined) {
        await lock(opened, lacking)
        locked.add(lacking)
      } else if (gone !== undefined) {
        await unlock(opened, gone)
        locked.delete(gone)
      } else return
    }
  }

  /** The connection, opened again if it was lost. A lock may take longer than the time until the next look. */
  const connected = async (): Promise<Client> =>
    client ?? (connecting ??= open().finally(() => (connecting = null)))

  async function freeTheDead(): Promise<void> {
    const connection = await connected()
    const { rows } = await queries.run(() => connection.query<{ freed: string[] }>(FREE_THE_DEAD, [workers]))
    await queries.run(() => connection.query(REMOVE_SUPERSEDED))
    if (rows.length > 0)
      log.warn({ workers: rows[0].freed }, 'set free what workers left behind that were killed')
  }

  async function close(): Promise<void> {
    isClosed = true
    // a lock may wait long for the connection that was lost
    if (connecting) await opening?.end().catch(() => {})
    await connecting?.catch(() => {})
    await client?.end().catch(() => {})
  }

  try {
    await freeTheDead()
  } catch (error) {
    await close()
    throw error
  }
  const timer = setInterval(() => {
    freeTheDead().catch((error: Error) =>
      log.warn({ err: error }, 'could not look after workers that were killed'),
    )
  }, lookAfterMs)
  return {
    markAlive(worker) {
      workers.push(worker)
      // if the connection breaks meanwhile, the next one marks the worker again
      const connection = client
      if (connection) queries.run(() => lock(connection, worker)).catch(() => {})
    },
    markGone(worker) {
      workers.splice(workers.indexOf(worker), 1)
      const connection = client
      if (connection) queries.run(() => unlock(connection, worker)).catch(() => {})
    },
    async close() {
      clearInterval(timer)
      await close()
    },
  }
}

const lock = (client: Client, worker: string) =>
  client.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE_LOCKS, worker])
const unlock = (client: Client, worker: string) =>
  client.query('select pg_advisory_unlock($1, hashtext($2))', [PRESENCE_LOCKS, worker])
