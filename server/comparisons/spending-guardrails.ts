import { type Kysely, sql } from 'kysely'
import type { SpendingRail } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Pair } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

/** The highest allowed ratio of cost and of latency, challenger to incumbent; null for no bound. */
export interface SpendingBounds {
  cost: number | null
  latency: number | null
}

const COLUMNS = { cost: 'cost_usd', latency: 'latency_ms' } as const
const UNKNOWN = { cost: 'no_cost_known', latency: 'no_latency_known' } as const

/** @throws {ProblemError} invalid_request if a bound is set and the cost or latency is unknown */
export async function spendingGuardrails(
  db: Kysely<Database>,
  arena: Arena,
  pair: Pair,
  bounds: SpendingBounds,
): Promise<SpendingRail[]> {
  const rails: SpendingRail[] = []
  for (const rail of ['cost', 'latency'] as const) {
    const maxRatio = bounds[rail]
    if (maxRatio === null) continue
    const { prompts, challenger, incumbent } = await selectSpending(db, arena.id, pair, COLUMNS[rail])
    if (challenger === null || incumbent === null)
      throw new ProblemError('invalid_request', msg(UNKNOWN[rail], { arena: arena.slug }))
    const ratio = incumbent > 0 ? challenger / incumbent : challenger > 0 ? null : 1
    const holds = ratio !== null && ratio <= maxRatio
    rails.push({ rail, prompts, means: [challenger, incumbent], ratio, maxRatio, holds })
  }
  return rails
}

interface Spending {
  /** The number of prompts for which both values are known. */
  prompts: number
  challenger: number | null
  incumbent: number | null
}

/**
 * The mean cost or latency of each contestant, over the prompts for which both values are known. Several answers to a
 * prompt count with their mean.
 */
async function selectSpending(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
  column: 'cost_usd' | 'latency_ms',
): Promise<Spending> {
  const means = (contestant: number) => sql`(
    select prompt_id, avg(${sql.ref(column)}) as mean from answers
    where arena_id = ${arenaId} and contestant_id = ${contestant} and ${sql.ref(column)} is not null
    group by prompt_id)`
  const { rows } = await sql<Spending>`
    select count(*)::int as prompts, avg(a.mean)::float8 as challenger, avg(z.mean)::float8 as incumbent
    from ${means(challenger)} a join ${means(incumbent)} z using (prompt_id)`.execute(db)
  return rows[0]
}
