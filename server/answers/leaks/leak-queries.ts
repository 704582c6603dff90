import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { LeakSettings, Message, WireMessage } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import { textsOf } from '../text-queries.ts'
import type { NamedContestant } from './names-of-contestants.ts'

export async function selectSettings(db: Kysely<Database>, arenaId: number): Promise<LeakSettings> {
  const row = await db.selectFrom('arenas').select('settings').where('id', '=', arenaId).executeTakeFirst()
  return row?.settings.leaks ?? {}
}

export const selectNamed = (db: Kysely<Database>, arenaId: number): Promise<NamedContestant[]> =>
  db
    .selectFrom('contestants')
    .select(['id', 'name', 'model', 'system', 'family', 'owner'])
    .where('arena_id', '=', arenaId)
    .orderBy('id')
    .execute()

/** A text to search, and the leak that was found in it last. */
export interface Searched {
  id: number
  texts: string[]
  openLeak: number | null
  /** What an operator released as a false alarm. */
  releasedWords: string[]
}

const known = (column: 'answer_id' | 'prompt_id', id: string) => sql`
  (select l.id from leaks l where l.arena_id = t.arena_id and l.${sql.ref(column)} = ${sql.ref(id)} and l.released_at is null) as "openLeak",
  array(select l.found from leaks l where l.arena_id = t.arena_id and l.${sql.ref(column)} = ${sql.ref(id)}
    and l.released_by = 'operator') as "releasedWords"`

/** The rules by which the answers of a contestant are searched. */
export interface RulesOfContestant {
  contestantId: number
  rules: string
}

/** Ids of answers: after `after`, up to `last`, and no more rows than `limit`. */
export interface AnswerRange {
  after: number
  last: number
  limit: number
}

/** The id at which a range of this many answers ends; undefined: there are none after the id. */
export async function selectEndOfAnswers(
  db: Kysely<Database>,
  arenaId: number,
  after: number,
  size: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ end: number | null }>`
    select max(id) as "end" from (
      select id from answers where arena_id = ${arenaId} and id > ${after} order by id limit ${size}) answers`.execute(
    db,
  )
  return rows[0].end ?? undefined
}

/**
 * Answers of these contestants that were not searched by their contestant's rules, in the order of their ids. Postgres
 * reads those in the range alone.
 */
export async function selectUnsearchedAnswers(
  db: Kysely<Database>,
  arenaId: number,
  of: readonly RulesOfContestant[],
  { after, last, limit }: AnswerRange,
): Promise<(Searched & RulesOfContestant)[]> {
  const rulesByContestant = new Map(of.map(({ contestantId, rules }) => [contestantId, rules]))
  const [ids, rules] = [[...rulesByContestant.keys()], [...rulesByContestant.values()]]
  // Postgres hashes the rules for "not in". A join would go through all contestants for each answer.
  const { rows } = await sql<Searched & { contestantId: number }>`
    select t.id, t.contestant_id as "contestantId", ${textsOf('t')} as texts, ${known('answer_id', 't.id')}
    from answers t
    where t.arena_id = ${arenaId} and t.id > ${after} and t.id <= ${last}
      ${ids.length === 1 ? sql`and t.contestant_id = ${ids[0]}` : sql`and t.contestant_id = any(${ids}::integer[])`}
      and (t.leak_rules is null
        or (t.contestant_id, t.leak_rules) not in (select * from unnest(${ids}::integer[], ${rules}::text[])))
    order by t.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, rules: rulesByContestant.get(row.contestantId)! }))
}

/** Prompts after an id that were not searched by these rules, with the texts of the user. */
export async function selectUnsearchedPrompts(
  db: Kysely<Database>,
  arenaId: number,
  rules: string,
  { after, limit }: { after: number; limit: number },
): Promise<(Searched & { key: string })[]> {
  const { rows } = await sql<Omit<Searched, 'texts'> & { key: string; messages: Message[] | null }>`
    select t.id, t.key, t.messages, ${known('prompt_id', 't.id')}
    from prompts t where t.arena_id = ${arenaId} and t.id > ${after} and t.leak_rules is distinct from ${rules}
    order by t.id limit ${limit}`.execute(db)
  return rows.map(({ messages, ...row }) => ({
    ...row,
    texts: (messages ?? []).filter(({ role }) => role === 'user').map(({ content }) => content),
  }))
}

/** Notes the rules by which each text was searched. @param searched in the order of their ids */
export async function markSearched(
  trx: Transaction<Database>,
  table: 'answers' | 'prompts',
  arenaId: number,
  searched: readonly { id: number; rules: string }[],
): Promise<void> {
  // with the range, Postgres reads only these texts instead of all of the arena
  await sql`
    update ${sql.table(table)} t set leak_rules = searched.rules
    from unnest(${searched.map(({ id }) => id)}::integer[], ${searched.map(({ rules }) => rules)}::text[]) as searched (id, rules)
    where t.arena_id = ${arenaId} and t.id = searched.id
      and t.id between ${searched[0]!.id} and ${searched.at(-1)!.id}`.execute(trx)
}

/** In SQL: no leak is open in this answer or its prompt. `answer` is the alias of the table of answers. */
export const withoutLeak = (answer: string) => sql<boolean>`not exists (select from leaks l
    where l.arena_id = ${sql.ref(`${answer}.arena_id`)} and l.released_at is null and l.answer_id = ${sql.ref(`${answer}.id`)})
  and not exists (select from leaks l
    where l.arena_id = ${sql.ref(`${answer}.arena_id`)} and l.released_at is null and l.prompt_id = ${sql.ref(`${answer}.prompt_id`)})`

export interface NewLeak {
  answer_id: number | null
  prompt_id: number | null
  found: string
  reason: string
  finding: WireMessage
}

export async function insertLeaks(
  trx: Transaction<Database>,
  arenaId: number,
  leaks: readonly NewLeak[],
  at: Date,
): Promise<void> {
  if (leaks.length === 0) return
  await trx
    .insertInto('leaks')
    .values(
      leaks.map(({ answer_id, prompt_id, found, reason, finding }) => ({
        arena_id: arenaId,
        answer_id,
        prompt_id,
        found,
        reason,
        finding: JSON.stringify(finding),
        at,
      })),
    )
    .execute()
}

/** Releases open leaks. @returns the ids of those that were open */
export async function releaseOpenLeaks(
  trx: Transaction<Database>,
  arenaId: number,
  ids: readonly number[],
  { by, because, at }: { by: 'operator' | 'rules'; because: string; at: Date },
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .updateTable('leaks')
    .set({ released_at: at, released_by: by, released_because: because })
    .where('arena_id', '=', arenaId)
    .where('id', 'in', ids)
    .where('released_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/**
 * Brings the quarantine of votes in line with the leaks, and what a released leak uncovers with `voterCap`.
 * @returns how many votes changed
 */
export async function settleLeaks(trx: Transaction<Database>, arenaId: number, at: Date): Promise<number> {
  const { rows } = await sql<{ changed: string }>`
    select settle_leaks(${arenaId}, ${at}) as changed`.execute(trx)
  const changed = Number(rows[0].changed)
  if (changed > 0) await sql`select quarantine_over_cap(${arenaId}, null, ${at})`.execute(trx)
  return changed
}

/** Arenas with a text that no rules of this version have searched. */
export async function selectUnsearchedArenas(db: Kysely<Database>, version: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from arenas a where exists (
      select from answers t where t.arena_id = a.id and (t.leak_rules is null or t.leak_rules <> 'off' and t.leak_rules not like ${`${version}:%`}))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
