/** Whether the database can store something now, found by storing something. */
import type { Pool, PoolClient } from 'pg'

/** A result counts for so long, so that strangers who ask often cost nothing. */
const FRESH_MS = 5000
const TIMEOUT = '3s'

/** Eight pages of a temporary table, which goes back to size 0 at commit: it needs room on the disk, and leaves nothing. */
const CREATE = `create temp table if not exists deadheat_write_check (filler text) on commit delete rows`
const WRITE = `insert into deadheat_write_check select md5(n::text) from generate_series(1, 1000) n`

/** @returns a function that throws the error of Postgres if the database cannot write; one check runs at a time */
export function openWriteCheck(pool: Pick<Pool, 'connect'>, clock = () => performance.now()) {
  let current: { from: number; result: Promise<void> } | null = null
  return (): Promise<void> => {
    if (current && clock() - current.from < FRESH_MS) return current.result
    const result = write(pool)
    result.catch(() => {})
    current = { from: clock(), result }
    return result
  }
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
