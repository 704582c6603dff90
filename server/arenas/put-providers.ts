import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { ProviderTable } from './tables.ts'
import { upsertProviders } from './provider-queries.ts'

export type NewProvider = Omit<Insertable<ProviderTable>, 'arena_id'>

/** Adds the providers or brings those of the same name to what they are now; none is taken away. */
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
