/** Checks whether the database can store data now, by storing some. */
import type { Pool, PoolClient } from 'pg'

/** How long a result is reused, in ms, so that frequent requests of strangers cost nothing. */
const FRESH_MS = 5000
const TIMEOUT = '3s'

/** Fills eight pages of a temporary table, which is emptied at commit. It needs room on the disk and leaves no data. */
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
