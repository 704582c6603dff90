/**
 * Finds workers that died. A killed worker leaves its jobs and queues locked, and graphile-worker unlocks them only
 * after four hours. So each worker holds an advisory lock while its process lives. Jobs whose worker has no such lock
 * are unlocked at once, which is safe because every job may run twice.
 */
import type { Client } from 'pg'
import type { Log } from './log.ts'

const CLASS = 4747
const LOOK_AFTER_MS = 5000

const FREE_THE_DEAD = `
  with lockers as (
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null
  ), dead as (
    select locked_by from lockers
    where locked_by <> all ($1::text[]) and pg_try_advisory_xact_lock(${CLASS}, hashtext(locked_by))
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

export interface WorkerPresence {
  /** Marks the worker as alive, until it leaves or this process ends. */
  enter(worker: string): void
  /** Ends the mark of a worker. Its jobs are unlocked. */
  leave(worker: string): void
  close(): Promise<void>
}

/** @param connect opens a dedicated connection, which holds the locks */
export async function openWorkerPresence(connect: () => Promise<Client>, log: Log): Promise<WorkerPresence> {
  const workers: string[] = []
  let client: Client | null = await connect()
  client.on('end', () => (client = null))

  async function comeBack(): Promise<Client> {
    const newClient = await connect()
    newClient.on('end', () => (client = null))
    for (const worker of workers) await say(newClient, worker)
    return (client = newClient)
  }

  async function freeTheDead(): Promise<void> {
    const connection = client ?? (await comeBack())
    const { rows } = await connection.query(FREE_THE_DEAD, [workers])
    await connection.query(REMOVE_SUPERSEDED)
    if (rows.length > 0)
      log.warn({ workers: rows[0].freed }, 'set free what workers left behind that were killed')
  }

  await freeTheDead()
  const timer = setInterval(() => {
    freeTheDead().catch((error: Error) =>
      log.warn({ err: error }, 'could not look after workers that were killed'),
    )
  }, LOOK_AFTER_MS)
  return {
    enter(worker) {
      workers.push(worker)
      // if the connection breaks meanwhile, `comeBack` marks the worker again
      if (client) say(client, worker).catch(() => {})
    },
    leave(worker) {
      workers.splice(workers.indexOf(worker), 1)
      client?.query('select pg_advisory_unlock($1, hashtext($2))', [CLASS, worker]).catch(() => {})
    },
    async close() {
      clearInterval(timer)
      await client?.end().catch(() => {})
    },
  }
}

const say = (client: Client, worker: string) =>
  client.query('select pg_advisory_lock($1, hashtext($2))', [CLASS, worker])
