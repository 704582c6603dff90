/**
 * Checks that a connection keeps its session. Behind PgBouncer in transaction mode it does not, and no error reports
 * it.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Pool, PoolClient } from 'pg'
import type { DatabaseSetting } from './database-url.ts'
import { SetupError } from '../setup-error.ts'
import type { OpenDatabase } from './database.ts'
import { appliedMigrations, knownMigrations } from './migrate.ts'
import { ProblemError } from '../problem.ts'

/** Connections that hold a transaction each, so that a pooler has to give the next one a server of its own. */
const OTHERS = 3
const PATIENCE_MS = 3000

const LOOK = `select current_setting('deadheat.session', true) as session`

/**
 * Marks a session and looks for the mark on the same connection, while other connections hold transactions, and on
 * those connections.
 * @param connect opens a connection
 * @param setting the setting that names its address
 * @throws {SetupError} if the mark is lost or on another connection. LISTEN, advisory locks and prepared statements
 *   would be lost in the same way
 */
export async function requireSessions(
  connect: () => Promise<Client>,
  setting: DatabaseSetting,
): Promise<void> {
  const clients: Client[] = []
  const open = async () => {
    const client = await connect()
    client.on('error', () => {})
    clients.push(client)
    return client
  }
  const mark = randomUUID()
  try {
    const marked = await open()
    await marked.query(`set deadheat.session = '${mark}'`)
    const probes = await Promise.all(Array.from({ length: OTHERS }, open))
    const sessions = await Promise.all(
      probes.map((probe) => inTime(probe.query('begin').then(() => readSession(probe)))),
    )
    const markedSession = await inTime(readSession(marked))
    if (markedSession !== mark || sessions.includes(mark))
      throw new SetupError(
        `${setting} leads to a pooler that shares sessions, such as PgBouncer in transaction mode. Live boards and jobs need sessions of their own: set DATABASE_DIRECT_URL to the address of Postgres itself.`,
      )
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/**
 * Takes a lock by one connection and looks for it through the pool: locks are those of one database.
 * @throws {SetupError} if the pool leads to another database
 */
export async function requireSameDatabase(direct: Pool, pool: Pool): Promise<void> {
  const key = randomInt(2 ** 47)
  const client = await direct.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [key])
    const { rows } = await pool.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
      key,
    ])
    if (rows[0].free)
      throw new SetupError(
        'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases. Let both lead to the same database.',
      )
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const readSession = async (client: Client): Promise<string | null> =>
  (await client.query<{ session: string | null }>(LOOK)).rows[0].session

/** Null if the answer does not come in time, as from a pooler whose servers are all taken. */
function inTime<T>(answer: Promise<T>): Promise<T | null> {
  answer.catch(() => {})
  return Promise.race([answer, sleep(PATIENCE_MS, null, { ref: false })])
}

// Checks whether the database can be used now: it has every migration of this version, and stores data.

/** How long a result is reused, in ms, so that frequent requests of strangers cost nothing. */
const FRESH_MS = 5000
const TIMEOUT = '3s'

/** Fills eight pages of a temporary table, which is emptied at commit. It needs room on the disk and leaves no data. */
const CREATE = `create temp table if not exists deadheat_write_check (filler text) on commit delete rows`
const WRITE = `insert into deadheat_write_check select md5(n::text) from generate_series(1, 1000) n`

/**
 * @returns a function that throws a ProblemError if the database misses a migration, and the error of Postgres if it
 *   does not answer or cannot write. A newer database is fine. One check runs at a time
 */
export function openDatabaseCheck(database: Pick<OpenDatabase, 'pool' | 'db'>) {
  let current: { from: number; result: Promise<void> } | null = null
  return (): Promise<void> => {
    if (current && performance.now() - current.from < FRESH_MS) return current.result
    const result = check(database)
    result.catch(() => {})
    current = { from: performance.now(), result }
    return result
  }
}

async function check({ pool, db }: Pick<OpenDatabase, 'pool' | 'db'>): Promise<void> {
  const [applied, known] = await Promise.all([appliedMigrations(db), knownMigrations()])
  const missing = known.find((name) => !applied.includes(name))
  if (missing !== undefined)
    throw new ProblemError(
      'database_outdated',
      `The database lacks migration ${missing} of this version. Start the server again: it migrates the database.`,
    )
  await write(pool)
}

async function write(pool: Pick<Pool, 'connect'>): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query(`begin; set local statement_timeout = '${TIMEOUT}'; ${CREATE}; ${WRITE}; commit`)
  } catch (error) {
    failure = error as Error
    await undo(client)
    throw error
  } finally {
    client.release(failure)
  }
}

const undo = (client: PoolClient) => client.query('rollback').catch(() => {})
