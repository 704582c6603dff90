import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { PriceTable } from '../../platform/providers/index.ts'
import { estimateArena } from '../estimate/index.ts'
import type { PlanWish } from '../plan/index.ts'
import { countRun } from './progress-queries.ts'
import type { Run } from './run-queries.ts'

/** What a run was expected to come to when it was started, or started again: all that it did before included. */
export interface ExpectedRun {
  calls: number
  /** Null where a model has no price. */
  costUsd: number | null
}

/** What the run will come to, as far as can be said before its answers are there. */
export async function expectRun(
  db: Kysely<Database>,
  { arena_id: arenaId, id, spent_usd: spentUsd }: Run,
  wish: PlanWish,
  prices: PriceTable,
  now: Date,
): Promise<ExpectedRun> {
  const { calls, costUsd } = await estimateArena(db, { id: arenaId }, wish, prices)
  const { callsDone } = await countRun(db, arenaId, id, now)
  return { calls: callsDone + calls, costUsd: costUsd === null ? null : spentUsd + costUsd }
}

/** It is kept beside the wish it follows from; null in a run that was started before it was. */
export const expectedOf = ({ plan }: Run): ExpectedRun | null =>
  (plan as { expected?: ExpectedRun }).expected ?? null
