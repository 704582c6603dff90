import { sql } from 'kysely'
import type { Db, Trx } from '../platform/schema.ts'

/**
 * Reads in one transaction, so that all results show the same moment. Nested loops are off: these queries read whole
 * tables, and planner statistics are wrong just after an import.
 */
export function readConsistently<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(
        trx,
      )
      return read(trx)
    })
}
