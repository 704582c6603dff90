import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** In SQL: the ids of an arena's answers with words that speak to a judge. */
export const injectedAnswers = (arenaId: number) => sql<number[]>`
  array(select id from answers where arena_id = ${arenaId} and injection is not null)`

/** Arenas with an answer that these rules have not searched. */
export async function selectArenasToSearch(db: Kysely<Database>, rules: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from arenas a
    where exists (select from answers t where t.arena_id = a.id and t.injection_rules is distinct from ${rules})
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
