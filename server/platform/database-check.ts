/** Checks whether the database can be used now: it has every migration of this version, and stores data. */
import type { Pool, PoolClient } from 'pg'
import { msg } from '../../shared/messages/index.ts'
import type { OpenDatabase } from './database.ts'
import { appliedMigrations, knownMigrations } from './migrate.ts'
import { ProblemError } from './problem.ts'

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
export function openDatabaseCheck(
  database: Pick<OpenDatabase, 'pool' | 'db'>,
  clock = () => performance.now(),
) {
  let current: { from: number; result: Promise<void> } | null = null
  return (): Promise<void> => {
    if (current && clock() - current.from < FRESH_MS) return current.result
    const result = check(database)
    result.catch(() => {})
    current = { from: clock(), result }
    return result
  }
}

async function check({ pool, db }: Pick<OpenDatabase, 'pool' | 'db'>): Promise<void> {
  const [applied, known] = await Promise.all([appliedMigrations(db), knownMigrations()])
  const missing = known.find((name) => !applied.includes(name))
  if (missing !== undefined)
    throw new ProblemError('database_outdated', msg('database_lacks_migration', { migration: missing }))
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
