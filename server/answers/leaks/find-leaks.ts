import { sql } from 'kysely'
import type { LeakSettings, Message, WireMessage } from '../../../shared/contracts/index.ts'
import { incrementRevision } from '../../arenas/index.ts'
import { selectContestants } from '../../contestants/index.ts'
import { chunks } from '../../platform/postgres/rows.ts'
import { addJob, type JobRequest } from '../../platform/jobs/jobs.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'
import {
  LEAK_RULES,
  namesOfContestant,
  hashRules,
  sharedPersonas,
  type NamedContestant,
  type TellingName,
} from './known-names.ts'
import { searchTexts } from '../search/search-texts.ts'
import { recordInjections, selectAnswerTexts } from '../injections.ts'
import { INJECTION_RULES } from '../search/injection-words.ts'
import { queryColumn, queryRows } from '../../platform/postgres/query.ts'

/** The job that searches again and settles votes that were cast in the meantime. */
export const FIND_LEAKS_TASK = 'find-leaks'

/** The job of an arena. Its queue is its own, so that boards do not wait for it. */
export const leakSearchJob = (arenaId: number): JobRequest => ({
  task: FIND_LEAKS_TASK,
  payload: { arenaId },
  queue: `leaks-${arenaId}`,
  key: `${FIND_LEAKS_TASK}-${arenaId}`,
})

/** After this time, every vote that was being recorded together with a leak is stored. */
const SETTLE_MS = 5000

/** Texts that are searched at once: a few milliseconds of work. */
const PORTION = 100
/** Answers that are fetched at once. */
const FETCHED = 500
/** Answers that Postgres looks through at once where all of them have been searched. */
const MAX_LOOKED_THROUGH = 100_000

interface Found {
  found: number
  released: number
  /** Votes whose quarantine changed. */
  votes: number
  /** The answer after which the search goes on; null: everything was searched. */
  next: number | null
}

/** What to search: all that was not, unless given. */
interface ArenaSearch {
  /** The answer that alone is searched; null: all answers, then all prompts. */
  only?: number | null
  /** The id of the answer after which the search begins. */
  after?: number
  /** Answers after which the search stops. */
  most?: number
}

/**
 * Searches every answer and prompt of the arena that was not searched by its present rules: for answers that name their
 * model or its maker, for prompts that ask for it, and for answers that speak to a judge. Votes on a leak go into
 * quarantine. A leak that present rules no longer find is released; one that an operator released is not found again.
 */
export async function searchArena(
  trx: Trx,
  arenaId: number,
  now: Date,
  { only = null, after: start = 0, most = Infinity }: ArenaSearch = {},
): Promise<Found> {
  const settings = await selectSettings(trx, arenaId)
  const contestants = await selectContestants(trx, arenaId)
  const counts = { found: 0, released: 0 }
  const isOff = settings.find === false
  const searches = contestantSearches(contestants, settings)
  const searchFor = new Map(searches.map((search) => [search.contestantId, search]))
  let next: number | null = only === null ? start : only - 1
  let size = only === null ? FETCHED : 1
  for (let count = 0; next !== null && count < most;) {
    const { answers, until } = await selectUnsearchedAnswers(trx, arenaId, searches, next, size)
    for (const portion of chunks(answers, PORTION)) await recordAnswers(portion)
    count += answers.length
    next = only === null ? until : null
    size = answers.length > 0 ? FETCHED : Math.min(4 * size, MAX_LOOKED_THROUGH)
  }
  const rules = hashRules([], settings)
  for (let after = 0; only === null && next === null;) {
    const prompts = await selectUnsearchedPrompts(trx, arenaId, rules, { after, limit: PORTION })
    if (prompts.length === 0) break
    after = prompts.at(-1)!.id
    const found = isOff
      ? prompts.map(() => null)
      : await searchTexts(prompts.map(({ texts }) => ({ kind: 'identity-question', texts })))
    const searched = prompts.map((prompt, place) => ({ ...prompt, rules, words: found[place] }))
    await record(trx, arenaId, searched, 'prompts', { at: now, counts }, ({ id, key, words }) =>
      words === null ? null : { answer_id: null, prompt_id: id, ...inPrompt(key, words) },
    )
  }
  if (counts.found + counts.released === 0) return { ...counts, votes: 0, next }
  await incrementRevision(trx, arenaId)
  await addJob(trx, { ...leakSearchJob(arenaId), delayMs: SETTLE_MS })
  return { ...counts, votes: await settleLeaks(trx, arenaId, now), next }

  async function recordAnswers(portion: readonly (Searched & RulesOfContestant)[]): Promise<void> {
    const naming = isOff
      ? portion.map(() => null)
      : await searchTexts(
          portion.map(({ contestantId, texts }) => ({
            kind: 'self-naming',
            texts,
            names: searchFor.get(contestantId)!.names,
          })),
        )
    const searched = portion.map((answer, place) => ({ ...answer, words: naming[place] }))
    await record(trx, arenaId, searched, 'answers', { at: now, counts }, ({ id, contestantId, words }) =>
      words === null
        ? null
        : { answer_id: id, prompt_id: null, ...inAnswer(searchFor.get(contestantId)!.name, words) },
    )
    const toJudges = await searchTexts(portion.map(({ texts }) => ({ kind: 'injection', texts })))
    await recordInjections(
      trx,
      arenaId,
      portion.map(({ id }, place) => ({ id, words: toJudges[place] })),
    )
  }
}

interface SearchOfContestant extends RulesOfContestant {
  name: string
  names: readonly TellingName[]
}

/** The search of each contestant's answers. */
function contestantSearches(
  contestants: readonly NamedContestant[],
  settings: LeakSettings,
): SearchOfContestant[] {
  const shared = sharedPersonas(contestants)
  return contestants.map((contestant) => {
    const names = namesOfContestant(contestant, shared, settings)
    return { contestantId: contestant.id, name: contestant.name, rules: hashRules(names, settings), names }
  })
}

interface Recording {
  at: Date
  counts: { found: number; released: number }
}

async function record<T extends Searched & { rules: string }>(
  trx: Trx,
  arenaId: number,
  searched: readonly T[],
  table: 'answers' | 'prompts',
  { at: now, counts }: Recording,
  leakIn: (searched: T) => NewLeak | null,
): Promise<void> {
  const leaks: NewLeak[] = []
  const gone: number[] = []
  for (const answer of searched) {
    const leak = leakIn(answer)
    if (leak === null) gone.push(...(answer.openLeak === null ? [] : [answer.openLeak]))
    else if (answer.openLeak === null && !answer.releasedWords.includes(leak.found)) leaks.push(leak)
  }
  await insertLeaks(trx, arenaId, leaks, now)
  const because = englishText(msg('leak_no_longer_found'))
  counts.released += (await releaseOpenLeaks(trx, arenaId, gone, { by: 'rules', because, at: now })).length
  counts.found += leaks.length
  await markSearched(trx, table, arenaId, searched)
}

const inAnswer = (contestant: string, found: string) =>
  telling(msg('leak_in_answer', { contestant, found }), found)
const inPrompt = (prompt: string, found: string) => telling(msg('leak_in_prompt', { prompt, found }), found)

const telling = (finding: ReturnType<typeof msg>, found: string) => ({
  found,
  reason: englishText(finding),
  finding,
})

async function selectSettings(db: Db, arenaId: number): Promise<LeakSettings> {
  const row = await db.selectFrom('arenas').select('settings').where('id', '=', arenaId).executeTakeFirst()
  return row?.settings.leaks ?? {}
}

/** A text to search, and the leak that was found in it last. */
interface Searched {
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
interface RulesOfContestant {
  contestantId: number
  rules: string
}

/**
 * Answers after an id that present rules have not searched, in the order of their ids, a few hundred of the next `size`.
 * @returns until: all up to this id were looked through; null: there are none after the id
 */
async function selectUnsearchedAnswers(
  db: Db,
  arenaId: number,
  contestantRules: readonly RulesOfContestant[],
  after: number,
  size: number,
): Promise<{ answers: (Searched & RulesOfContestant)[]; until: number | null }> {
  const rulesByContestant = new Map(contestantRules.map(({ contestantId, rules }) => [contestantId, rules]))
  const [ids, present] = [[...rulesByContestant.keys()], [...rulesByContestant.values()]]
  const ends = await queryRows<{ until: number | null }>(db)`
    select max(id) as until from (
      select id from answers where arena_id = ${arenaId} and id > ${after} order by id limit ${size}) part`
  const [{ until }] = ends
  // Postgres reads only this range if it knows the ends, and hashes the rules for "not in". A join would go through all
  // contestants for each answer.
  const rows = await queryRows<Searched & { contestantId: number }>(db)`
    select t.id, t.contestant_id as "contestantId", ${selectAnswerTexts('t')} as texts, ${known('answer_id', 't.id')}
    from answers t
    where t.arena_id = ${arenaId} and t.id > ${after} and t.id <= ${until}
      and (t.leak_rules is null or t.injection_rules is distinct from ${INJECTION_RULES}
        or (t.contestant_id, t.leak_rules) not in (select * from unnest(${ids}::integer[], ${present}::text[])))
    order by t.id limit ${FETCHED}`
  const answers = rows.map((row) => ({ ...row, rules: rulesByContestant.get(row.contestantId)! }))
  return { answers, until: answers.length < FETCHED ? until : answers.at(-1)!.id }
}

/** Prompts after an id that were not searched by these rules, with the texts of the user. */
async function selectUnsearchedPrompts(
  db: Db,
  arenaId: number,
  rules: string,
  { after, limit }: { after: number; limit: number },
): Promise<(Searched & { key: string })[]> {
  const rows = await queryRows<Omit<Searched, 'texts'> & { key: string; messages: Message[] | null }>(db)`
    select t.id, t.key, t.messages, ${known('prompt_id', 't.id')}
    from prompts t where t.arena_id = ${arenaId} and t.id > ${after} and t.leak_rules is distinct from ${rules}
    order by t.id limit ${limit}`
  return rows.map(({ messages, ...row }) => ({
    ...row,
    texts: (messages ?? []).filter(({ role }) => role === 'user').map(({ content }) => content),
  }))
}

/** Notes the rules by which each text was searched. @param searched in the order of their ids */
async function markSearched(
  trx: Trx,
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
  trx: Trx,
  arenaId: number,
  leaks: readonly NewLeak[],
  now: Date,
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
        at: now,
      })),
    )
    .execute()
}

/** Releases open leaks. @returns the ids of those that were open */
export async function releaseOpenLeaks(
  trx: Trx,
  arenaId: number,
  ids: readonly number[],
  { by, because, at: now }: { by: 'operator' | 'rules'; because: string; at: Date },
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .updateTable('leaks')
    .set({ released_at: now, released_by: by, released_because: because })
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
export async function settleLeaks(trx: Trx, arenaId: number, now: Date): Promise<number> {
  const rows = await queryRows<{ changed: string }>(trx)`
    select settle_leaks(${arenaId}, ${now}) as changed`
  const changed = Number(rows[0].changed)
  if (changed > 0) await sql`select quarantine_over_cap(${arenaId}, null, ${now})`.execute(trx)
  return changed
}

/** Arenas with an answer that no rules of this version have searched. */
export const selectUnsearchedArenas = (db: Db): Promise<number[]> =>
  queryColumn<number>(db)`
    select id from arenas a where exists (
      select from answers t where t.arena_id = a.id and (t.injection_rules is distinct from ${INJECTION_RULES}
        or t.leak_rules is null or t.leak_rules <> 'off' and t.leak_rules not like ${`${LEAK_RULES}:%`}))
    order by id`
