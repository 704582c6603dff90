import { sql } from 'kysely'

/**
 * Whether a run holds the answer of contestant `c` to prompt `p` against check `k`: one that is about a part of its arena
 * does so for this part, and only where judges are shown nothing that fails.
 */
export const isToBeChecked = (arenaId: number, runId: number) => sql`
  exists (select from runs u where u.arena_id = ${arenaId} and u.id = ${runId} and (not u.plan ? 'only'
    or k.spec->'required' = 'true' and u.plan->'only'->'contestants' @> to_jsonb(c.id)
      and u.plan->'only'->'prompts' @> to_jsonb(p.id)))`
