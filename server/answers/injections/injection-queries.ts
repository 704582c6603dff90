import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { textsOf } from '../text-queries.ts'

/** Answers after an id that these rules have not searched, in the order of their ids. */
export async function selectUnsearched(
  db: Kysely<Database>,
  arenaId: number,
  only: number | null,
  rules: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; texts: string[] }[]> {
  // one contestant's answers have an index
  const ofContestant = only === null ? sql`` : sql`and contestant_id = ${only}`
  const { rows } = await sql<{ id: number; texts: string[] }>`
    select id, ${textsOf('answers')} as texts
    from answers where arena_id = ${arenaId} ${ofContestant} and id > ${after} and injection_rules is distinct from ${rules}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Records what was found in answers. Null: nothing. @param results in the order of their ids */
export async function recordInjections(
  trx: Transaction<Database>,
  arenaId: number,
  rules: string,
  results: readonly { id: number; words: string | null }[],
): Promise<void> {
  // with the range, Postgres reads only these answers instead of all of the arena
  await sql`
    update answers a set injection = r.words, injection_rules = ${rules}
    from unnest(${results.map(({ id }) => id)}::integer[], ${results.map(({ words }) => words)}::text[]) as r (id, words)
    where a.arena_id = ${arenaId} and a.id = r.id
      and a.id between ${results[0]!.id} and ${results.at(-1)!.id}`.execute(trx)
}

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
