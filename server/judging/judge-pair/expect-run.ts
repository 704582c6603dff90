import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { PriceTable } from '../../platform/providers/index.ts'
import { estimateArena } from '../plan/estimate/index.ts'
import type { PlanSpec } from '../plan/index.ts'
import { countCalls } from '../../runs/index.ts'
import type { Expected, Run } from '../../runs/index.ts'

/** What the run will come to, as far as can be said before its answers are there. */
export async function expectRun(
  db: Kysely<Database>,
  { arena_id: arenaId, id, spent_usd: spentUsd }: Run,
  wish: PlanSpec,
  prices: PriceTable,
  now: Date,
): Promise<Expected> {
  const { calls, costUsd } = await estimateArena(db, { id: arenaId }, wish, prices)
  const { callsDone } = await countCalls(db, arenaId, id, now)
  return { calls: callsDone + calls, costUsd: costUsd === null ? null : spentUsd + costUsd }
}
