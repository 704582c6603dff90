import type { Kysely } from 'kysely'
import type { SpendingRail } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { ProblemError } from '../platform/problem.ts'
import { selectSpending } from './queries.ts'
import type { Pair } from './queries.ts'

/** How many times as dear and as slow the one compared may be; null: that is not asked. */
export interface SpendingBounds {
  cost: number | null
  latency: number | null
}

const COLUMNS = { cost: 'cost_usd', latency: 'latency_ms' } as const
const FILE_COLUMNS = { cost: 'costUsd', latency: 'latencyMs' } as const

/** @throws {ProblemError} invalid_request where a bound is asked for and nothing is known to hold against it */
export async function spendingRails(
  db: Kysely<Database>,
  arena: Arena,
  pair: Pair,
  bounds: SpendingBounds,
): Promise<SpendingRail[]> {
  const rails: SpendingRail[] = []
  for (const rail of ['cost', 'latency'] as const) {
    const maxRatio = bounds[rail]
    if (maxRatio === null) continue
    const { prompts, own, other } = await selectSpending(db, arena.id, pair, COLUMNS[rail])
    if (own === null || other === null)
      throw new ProblemError(
        'invalid_request',
        `No prompt of arena "${arena.slug}" has answers of both with a known ${rail}. Import the answers with a column ${FILE_COLUMNS[rail]}, or ask for no bound on ${rail} (max${rail === 'cost' ? 'Cost' : 'Latency'}Ratio, where the gate of the arena.yaml has it).`,
      )
    const ratio = other > 0 ? own / other : own > 0 ? null : 1
    const holds = ratio !== null && ratio <= maxRatio
    rails.push({ rail, prompts, means: [own, other], ratio, maxRatio, holds })
  }
  return rails
}
