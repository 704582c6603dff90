import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { ProviderTable } from './tables.ts'

export const selectProviders = (
  db: Kysely<Database>,
  arenaId: number,
): Promise<Selectable<ProviderTable>[]> =>
  db.selectFrom('providers').selectAll().where('arena_id', '=', arenaId).orderBy('name').execute()
