import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { ProviderTable } from './tables.ts'
import { upsertProviders } from './provider-queries.ts'

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
