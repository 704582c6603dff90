import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../../platform/schema.ts'

export async function hasGatingChecks(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  const { rows } = await sql`
    select from checks where arena_id = ${arenaId} and active and spec->'required' = 'true' limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export interface UnpassedCheck {
  answerId: number
  check: string
  /** True if no run has a result yet; false if the latest result is a failure. */
  isOpen: boolean
}

/** Each answer with each gating check that it has no result of or did not pass, ordered by answer and name. */
export async function selectUnpassed(db: Kysely<Database>, arenaId: number): Promise<UnpassedCheck[]> {
  const { rows } = await sql<UnpassedCheck>`
    with required as materialized (
      select name, sha256, spec->'categories' as categories from checks
      where arena_id = ${arenaId} and active and spec->'required' = 'true'),
    latest as materialized (
      select distinct on (r.name, r.answer_id) r.name, r.answer_id, r.passed
      from check_results r join required k on k.name = r.name and k.sha256 = r.sha256
      where r.arena_id = ${arenaId}
      order by r.name, r.answer_id, r.run_id desc)
    select a.id as "answerId", k.name as check, l.answer_id is null as "isOpen"
    from required k
    cross join answers a
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    left join latest l on l.name = k.name and l.answer_id = a.id
    where a.arena_id = ${arenaId} and p.messages is not null
      and (k.categories is null or coalesce(k.categories ? p.category, false))
      and (l.answer_id is null or not l.passed)
    order by a.id, k.name`.execute(db)
  return rows
}
