import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { ProviderTable } from './tables.ts'

export type NewProvider = Omit<Insertable<ProviderTable>, 'arena_id'>

/** Adds the providers, or updates those of the same name. It removes none. */
export async function putProviders(
  trx: Transaction<Database>,
  arenaId: number,
  providers: readonly NewProvider[],
): Promise<void> {
  await upsertProviders(
    trx,
    providers.map((one) => ({ arena_id: arenaId, ...one })),
  )
}

async function upsertProviders(
  trx: Transaction<Database>,
  rows: readonly Insertable<ProviderTable>[],
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('providers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'name']).doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        base_url: eb.ref('excluded.base_url'),
        api_key_env: eb.ref('excluded.api_key_env'),
        concurrency: eb.ref('excluded.concurrency'),
        requests_per_minute: eb.ref('excluded.requests_per_minute'),
        public_only: eb.ref('excluded.public_only'),
        options: eb.ref('excluded.options'),
      })),
    )
    .execute()
}
