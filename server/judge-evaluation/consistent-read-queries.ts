import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

/**
 * Reads in a transaction in which each table is gone through once, whatever the statistics say of one that just grew:
 * what is read here is read whole. Everything read in it is of one moment.
 */
export function readConsistently<T>(
  db: Kysely<Database>,
  read: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
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
