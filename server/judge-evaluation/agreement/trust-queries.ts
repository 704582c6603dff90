import type { Kysely } from 'kysely'
import type { JudgeTrust } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'

/** The trust in each judge from the last evaluation. */
export async function selectTrust(db: Kysely<Database>, arenaId: number): Promise<JudgeTrust[]> {
  const row = await db.selectFrom('trials').select('trust').where('arena_id', '=', arenaId).executeTakeFirst()
  return row?.trust ?? []
}
