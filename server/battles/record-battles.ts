import type { Insertable, Transaction } from 'kysely'
import type { BattleTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'
import { insertBattles } from './queries.ts'

export type RecordedBattle = Insertable<BattleTable>

/** Records the battles of imported or simulated votes. */
export async function recordBattles(
  trx: Transaction<Database>,
  battles: readonly RecordedBattle[],
): Promise<void> {
  await insertBattles(trx, battles)
}
