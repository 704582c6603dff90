import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { UNITS_OF_BEGINNING } from '../beginning.ts'

export interface ChosenContestant {
  id: number
  slug: string
  name: string
  retired: boolean
}

/** The names of the active checks. */
export async function selectCheckNames(db: Kysely<Database>, arenaId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checks')
    .select('name')
    .where('arena_id', '=', arenaId)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

export interface PromptRow {
  id: number
  key: string
  category: string | null
  retiredAt: Date | null
  /** Whether the arena knows any text of the prompt or of its answers. */
  isKnown: boolean
}

// a subquery with a limit: for `exists`, Postgres may read all answers of the arena at once
const promptColumns = sql`p.id, p.key, p.category, p.retired_at as "retiredAt",
  p.messages is not null or (select true from answers x
    where x.arena_id = p.arena_id and x.prompt_id = p.id limit 1) is not null as "isKnown"`

export interface PromptSelection {
  category: string | null
  /** Only prompts that were retired by then; null: any. */
  retiredBy: Date | null
  /** Only prompts whose answers of these contestants failed a check; `check` null: any check. */
  failed: { contestants: readonly number[]; check: string | null } | null
}

/** A page of prompts in the order in which they came, and how many there are in all. */
export async function selectPromptPage(
  db: Kysely<Database>,
  arenaId: number,
  { category, retiredBy, failed }: PromptSelection,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; prompts: PromptRow[] }> {
  const from = sql`from prompts p where p.arena_id = ${arenaId}
    ${category === null ? sql`` : sql`and p.category = ${category}`}
    ${retiredBy === null ? sql`` : sql`and p.retired_at <= ${retiredBy}`}
    ${failed === null ? sql`` : sql`and p.id in ${promptsFailed(arenaId, failed)}`}`
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  const { rows } = await sql<PromptRow>`
    select ${promptColumns} ${from} order by p.id limit ${limit} offset ${offset}`.execute(db)
  return { total: counted.rows[0].total, prompts: rows }
}

/** By the latest result of each active check. */
const promptsFailed = (arenaId: number, { contestants, check }: NonNullable<PromptSelection['failed']>) =>
  sql`(
    select a.prompt_id from check_results r
    join checks k on k.arena_id = r.arena_id and k.name = r.name and k.sha256 = r.sha256 and k.active
    join answers a on a.arena_id = r.arena_id and a.id = r.answer_id
    where r.arena_id = ${arenaId} and not r.passed and a.contestant_id = any (${contestants}::integer[])
      ${check === null ? sql`` : sql`and r.name = ${check}`}
      and not exists (select from check_results n where n.arena_id = r.arena_id and n.answer_id = r.answer_id
        and n.name = r.name and n.sha256 = r.sha256 and n.run_id > r.run_id))`

/** The prompts with these keys, in this order. */
export async function selectPromptsByKey(
  db: Kysely<Database>,
  arenaId: number,
  keys: readonly string[],
): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    select ${promptColumns} from prompts p
    where p.arena_id = ${arenaId} and p.key = any (${keys}::text[])
    order by array_position(${keys}::text[], p.key)`.execute(db)
  return rows
}

/** The beginnings of the first user message of these prompts, or of their first message; null: no text is known. */
export async function selectPromptBeginnings(
  db: Kysely<Database>,
  arenaId: number,
  promptIds: readonly number[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; text: string | null }>`
    select p.id, left(coalesce(
      (select m->>'content' from jsonb_array_elements(p.messages) m where m->>'role' = 'user' limit 1),
      p.messages->0->>'content'), ${UNITS_OF_BEGINNING}::integer) as text
    from prompts p where p.arena_id = ${arenaId} and p.id = any (${promptIds}::integer[])`.execute(db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

export interface AnswerBeginning {
  promptId: number
  contestantId: number
  /** The beginning of the first answer. */
  text: string
  /** The ids of all answers, in the order of their numbers. */
  ids: number[]
}

/** The answers of these contestants to these prompts. */
export async function selectAnswerBeginnings(
  db: Kysely<Database>,
  arenaId: number,
  promptIds: readonly number[],
  contestantIds: readonly number[],
): Promise<AnswerBeginning[]> {
  const { rows } = await sql<AnswerBeginning>`
    select prompt_id as "promptId", contestant_id as "contestantId", array_agg(id order by sample) as ids,
      (array_agg(left(coalesce(text, turns->>0, ''), ${UNITS_OF_BEGINNING}::integer) order by sample))[1] as text
    from answers
    where arena_id = ${arenaId} and prompt_id = any (${promptIds}::integer[])
      and contestant_id = any (${contestantIds}::integer[])
    group by prompt_id, contestant_id`.execute(db)
  return rows
}
