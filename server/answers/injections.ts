/** Finds answers that speak to a judge instead of to their reader. */
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/schema.ts'
import { INJECTION_RULES } from './search/injection-words.ts'
import { searchTexts } from './search/search-texts.ts'

/** Answers that are read at once. */
const PORTION = 100
/** What to search: every answer, unless given. */
interface InjectionSearch {
  /** The contestant whose answers alone are searched; null: all answers. */
  only?: number | null
  /** The id of the answer after which the search begins. */
  after?: number
  /** Answers after which the search stops. */
  most?: number
}

/**
 * Searches answers of the arena that these rules have not searched for words that speak to a judge.
 * @returns the answer after which the search goes on; null: everything was searched
 */
export async function findInjections(
  trx: Trx,
  arenaId: number,
  { only = null, after: start = 0, most = Infinity }: InjectionSearch = {},
): Promise<number | null> {
  let count = 0
  for (let after = start; ;) {
    const answers = await selectUnsearched(trx, arenaId, only, INJECTION_RULES, { after, limit: PORTION })
    if (answers.length === 0) return null
    after = answers.at(-1)!.id
    count += answers.length
    const found = await searchTexts(answers.map(({ texts }) => ({ kind: 'injection', texts })))
    const results = answers.map(({ id }, at) => ({ id, words: found[at] }))
    await recordInjections(trx, arenaId, INJECTION_RULES, results)
    if (count >= most) return after
  }
}

/** Answers after an id that these rules have not searched, in the order of their ids. */
async function selectUnsearched(
  db: Db,
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
async function recordInjections(
  trx: Trx,
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
export async function selectArenasToSearch(db: Db, rules: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from arenas a
    where exists (select from answers t where t.arena_id = a.id and t.injection_rules is distinct from ${rules})
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * In SQL: all that an answer says, with its turns and the steps of its tools. As JSON, since pg reads arrays letter by
 * letter.
 * @param answers the name of the table in the query
 */
export const textsOf = (answers: string) => {
  const column = (name: string) => sql.ref(`${answers}.${name}`)
  return sql<string[]>`to_json(
    coalesce(array(select jsonb_array_elements_text(${column('turns')})), '{}') || array_remove(array[${column('text')}], null)
      || coalesce(array(select jsonb_path_query(${column('transcript')}, '$[*].keyvalue() ? (@.key == "text" || @.key == "tool").value') #>> '{}'), '{}'))`
}
