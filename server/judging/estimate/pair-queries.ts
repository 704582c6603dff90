import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** How many calls these versions of judges got about both of two contestants; those under way are not told. */
export async function countCallsOnPair(
  db: Kysely<Database>,
  arenaId: number,
  versionIds: number[],
  [one, other]: readonly [number, number],
): Promise<number> {
  const shows = (contestant: number) => sql`exists (select from answers a
    where a.arena_id = j.arena_id and a.id = any (j.answer_ids) and a.contestant_id = ${contestant})`
  const { rows } = await sql<{ calls: number }>`
    select count(*)::int as calls from calls k
    join judgements j on j.arena_id = k.arena_id and j.id = k.judgement_id
    where k.arena_id = ${arenaId} and k.purpose = 'judgement' and k.status <> 'under_way' and j.repeat = 0
      and j.climb_epoch is null and j.judge_version_id = any (${versionIds}::integer[]) and ${shows(one)} and ${shows(other)}`.execute(
    db,
  )
  return rows[0]!.calls
}

/** Prompts on which a plan came to two contestants and showed them to no judge, since an answer failed a required check. */
export async function selectLeftOutPrompts(
  db: Kysely<Database>,
  arenaId: number,
  contestants: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct l.prompt_id as id from left_out_pairs l
    join answers a on a.arena_id = l.arena_id and a.id = l.lesser_answer_id
    join answers z on z.arena_id = l.arena_id and z.id = l.greater_answer_id
    where l.arena_id = ${arenaId} and l.counted_at is not null
      and a.contestant_id = any (${contestants}::integer[]) and z.contestant_id = any (${contestants}::integer[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
