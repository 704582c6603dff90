import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** Whether the plan of a run means the answer of contestant `c` to prompt `p`, or all there are. */
export const isInRunPart = (arenaId: number, runId: number) => sql`
  exists (select from runs u where u.arena_id = ${arenaId} and u.id = ${runId} and (not u.plan ? 'only'
    or u.plan->'only'->'contestants' @> to_jsonb(c.id) and u.plan->'only'->'prompts' @> to_jsonb(p.id)))`

/**
 * Whether a run makes a check of the answer of contestant `c` to prompt `p`. One of a part of its arena would leave all
 * others without a result of the latest run: it makes only what its own answers must pass.
 * @param required  whether they must pass it
 */
export const makesCheck = (arenaId: number, runId: number, required: RawBuilder<unknown>) => sql`
  (${required} or not exists (select from runs u where u.arena_id = ${arenaId} and u.id = ${runId} and u.plan ? 'only'))
    and ${isInRunPart(arenaId, runId)}`
