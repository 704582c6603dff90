/** Words in answers that speak to a judge instead of to their reader, as they are stored, and the texts that are searched. */
import { sql } from 'kysely'
import type { Trx } from '../platform/schema.ts'
import { INJECTION_RULES } from './search/injection-words.ts'

/** Records what was found in answers. Null: nothing. @param results in the order of their ids */
export async function recordInjections(
  trx: Trx,
  arenaId: number,
  results: readonly { id: number; words: string | null }[],
): Promise<void> {
  // with the range, Postgres reads only these answers instead of all of the arena
  await sql`
    update answers a set injection = r.words, injection_rules = ${INJECTION_RULES}
    from unnest(${results.map(({ id }) => id)}::integer[], ${results.map(({ words }) => words)}::text[]) as r (id, words)
    where a.arena_id = ${arenaId} and a.id = r.id
      and a.id between ${results[0]!.id} and ${results.at(-1)!.id}`.execute(trx)
}

/** In SQL: the ids of an arena's answers with words that speak to a judge. */
export const injectedAnswers = (arenaId: number) => sql<number[]>`
  array(select id from answers where arena_id = ${arenaId} and injection is not null)`

/**
 * In SQL: all that an answer says, with its turns and the steps of its tools. As JSON, since pg reads arrays letter by
 * letter.
 * @param answers the name of the table in the query
 */
export const selectAnswerTexts = (answers: string) => {
  const column = (name: string) => sql.ref(`${answers}.${name}`)
  return sql<string[]>`to_json(
    coalesce(array(select jsonb_array_elements_text(${column('turns')})), '{}') || array_remove(array[${column('text')}], null)
      || coalesce(array(select jsonb_path_query(${column('transcript')}, '$[*].keyvalue() ? (@.key == "text" || @.key == "tool").value') #>> '{}'), '{}'))`
}
