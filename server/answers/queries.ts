import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Those of these answers that a voter has seen in a battle, or a judge in a call. */
export async function shownAnswers(
  db: Kysely<Database>,
  arenaId: number,
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::integer[]) as given (id)
    join (select left_answer_id as id from battles where arena_id = ${arenaId}
      union select right_answer_id from battles where arena_id = ${arenaId}
      union select unnest(j.answer_ids) from judgements j where j.arena_id = ${arenaId}
        and exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id)
    ) as shown using (id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
