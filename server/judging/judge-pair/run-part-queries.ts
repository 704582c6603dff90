import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/**
 * SQL: whether the run's part includes the answer of contestant `c` to prompt `p`. A run without a part includes
 * all.
 */
export const isInRunPart = (arenaId: number, runId: number) => sql`
  exists (select from runs u where u.arena_id = ${arenaId} and u.id = ${runId} and (not u.plan ? 'only'
    or coalesce(u.plan->'only'->'contestants' @> to_jsonb(c.id), true) and u.plan->'only'->'prompts' @> to_jsonb(p.id)))`

/**
 * SQL: whether a run makes a check of the answer of contestant `c` to prompt `p`. A run of a part makes only gating
 * checks: else it would be the latest run of the other checks, with a few results only.
 * @param required  whether it is a gating check
 */
export const makesCheck = (arenaId: number, runId: number, required: RawBuilder<unknown>) => sql`
  (${required} or not exists (select from runs u where u.arena_id = ${arenaId} and u.id = ${runId} and u.plan ? 'only'))
    and ${isInRunPart(arenaId, runId)}`
