import { sql } from 'kysely'

/** Whether the plan of a run means the answer of contestant `c` to prompt `p`, or all there are. */
export const isMeant = (arenaId: number, runId: number) => sql`
  exists (select from runs u where u.arena_id = ${arenaId} and u.id = ${runId} and (not u.plan ? 'only'
    or u.plan->'only'->'contestants' @> to_jsonb(c.id) and u.plan->'only'->'prompts' @> to_jsonb(p.id)))`

/** Whether a run makes checks: one of a part of its arena would leave all others without a result of the latest run. */
export const makesChecks = (arenaId: number, runId: number) => sql`
  not exists (select from runs u where u.arena_id = ${arenaId} and u.id = ${runId} and u.plan ? 'only')`
