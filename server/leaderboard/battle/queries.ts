import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

export interface CheckedRow {
  name: string
  answerId: number
  passed: boolean | null
  reason: string | null
}

/** The latest results of the checks in use on these answers. */
export async function selectChecked(
  db: Kysely<Database>,
  arenaId: number,
  answerIds: readonly number[],
): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`
    select distinct on (r.name, r.answer_id) r.name, r.answer_id as "answerId", r.passed, coalesce(r.reason, r.cause) as reason
    from check_results r
    join checks k on k.arena_id = r.arena_id and k.name = r.name and k.sha256 = r.sha256 and k.active
    where r.arena_id = ${arenaId} and r.answer_id = any (${answerIds}::integer[])
    order by r.name, r.answer_id, r.run_id desc`.execute(db)
  return rows
}
