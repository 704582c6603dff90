import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../../platform/schema.ts'

/** The results of one check for one contestant's answers in one run. */
export interface CheckResultRow {
  name: string
  sha256: string
  active: boolean
  mustPass: number | null
  run: number
  startedAt: Date
  contestant: string
  /** One for each answer; null if the check could not be made. */
  passed: (boolean | null)[]
}

/** Ordered by check, run and contestant. Runs of a part of the arena are left out: they check only a few answers. */
export async function selectCheckResults(db: Kysely<Database>, arenaId: number): Promise<CheckResultRow[]> {
  const { rows } = await sql<CheckResultRow>`
    select k.name, k.sha256, (select bool_or(o.active) from checks o where o.arena_id = k.arena_id and o.name = k.name) as active,
      (k.spec->>'mustPass')::float8 as "mustPass", r.run_id as run, u.started_at as "startedAt", c.name as contestant,
      array_agg(r.passed order by r.answer_id) as passed
    from checks k
    join check_results r on r.arena_id = k.arena_id and r.name = k.name and r.sha256 = k.sha256
    join runs u on u.arena_id = r.arena_id and u.id = r.run_id and not u.plan ? 'only'
    join answers a on a.arena_id = r.arena_id and a.id = r.answer_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where k.arena_id = ${arenaId}
    group by k.arena_id, k.name, k.sha256, k.spec, r.run_id, u.started_at, c.name
    order by k.name, r.run_id, k.sha256, c.name`.execute(db)
  return rows
}
