/** What an operator sees of live battles: what they cost, and what was refused. */
import { sql } from 'kysely'
import { liveLimits, type LiveReport } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { liveOf, mostCosts } from './converse.ts'

const MOST_REFUSALS = 20

/**
 * Costs in US dollars, this day's (UTC) too, and the last refused prompts.
 * @throws {ProblemError} not_found in an arena without live battles
 */
export async function liveReport(deps: Deps, arena: Arena): Promise<LiveReport> {
  const { budgetUsd, dailyUsd } = liveLimits(liveOf(arena))
  const today = `day ${deps.clock().toISOString().slice(0, 10)}`
  const { rows } = await sql<Omit<LiveReport, 'budgetUsd' | 'dailyUsd' | 'turnUsd' | 'refusals'>>`
    select coalesce(sum(s.spent_usd) filter (where s.scope = 'all'), 0)::float8 as "spentUsd",
      coalesce(sum(s.reserved_usd) filter (where s.scope = 'all'), 0)::float8 as "reservedUsd",
      coalesce(sum(s.spent_usd + s.reserved_usd) filter (where s.scope = ${today}), 0)::float8 as "todayUsd",
      (select count(*)::int from live_conversations where arena_id = ${arena.id}) as conversations,
      (select count(*)::int from live_refusals where arena_id = ${arena.id}) as refused
    from live_spending s where s.arena_id = ${arena.id} and s.scope in ('all', ${today})`.execute(deps.db)
  const refusals = await sql<{ at: Date; text: string | null }>`
    select refused_at as at, text from live_refusals where arena_id = ${arena.id}
    order by id desc limit ${MOST_REFUSALS}`.execute(deps.db)
  const costs = await mostCosts(deps, arena)
  return {
    ...rows[0],
    budgetUsd,
    dailyUsd,
    turnUsd: costs.length < 2 ? null : { least: costs[0] + costs[1], most: costs.at(-1)! + costs.at(-2)! },
    refusals: refusals.rows.map(({ at, text }) => ({ at: at.toISOString(), text })),
  }
}
