import type { Insertable, Transaction } from 'kysely'
import type { BattleTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'
import { insertBattles } from './queries.ts'

export type RecordedBattle = Insertable<BattleTable>

/** Records battles that took place elsewhere (imports) or nowhere (simulation). */
export async function recordBattles(
  trx: Transaction<Database>,
  battles: readonly RecordedBattle[],
): Promise<void> {
  await insertBattles(trx, battles)
}
