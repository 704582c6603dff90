import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { PromptsRequest } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

/** A selection of prompts; a missing field does not restrict it. */
export interface Chosen {
  keys?: readonly string[] | undefined
  category?: string | undefined
  /** All prompts with a text except these. */
  except?: readonly string[] | undefined
}

const chosen = ({ keys, category, except }: Chosen) => sql<boolean>`
  (${keys ?? null}::text[] is null or key = any (${keys ?? null}::text[]))
  and (${category ?? null}::text is null or category = ${category ?? null})
  and (${except ?? null}::text[] is null or (messages is not null and key <> all (${except ?? null}::text[])))`

export async function selectKnownKeys(
  db: Kysely<Database>,
  arenaId: number,
  selection: Chosen,
): Promise<string[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('key')
    .where('arena_id', '=', arenaId)
    .where(chosen(selection))
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * Retires the selected prompts. If an admin retires a prompt that a file had retired, it then counts as retired by the
 * admin, at its original time.
 * @returns the keys of prompts that were in use
 */
export async function retireAll(
  trx: Transaction<Database>,
  arenaId: number,
  selection: Chosen,
  retiredAt: Date,
  retiredBy: 'file' | 'admin',
): Promise<string[]> {
  if (retiredBy === 'admin')
    await trx
      .updateTable('prompts')
      .set({ retired_by: retiredBy })
      .where('arena_id', '=', arenaId)
      .where('retired_at', 'is not', null)
      .where(chosen(selection))
      .execute()
  const rows = await trx
    .updateTable('prompts')
    .set({ retired_at: retiredAt, retired_by: retiredBy })
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is', null)
    .where(chosen(selection))
    .returning('key')
    .execute()
  return rows.map(({ key }) => key).sort()
}

/**
 * Restores retired prompts, or only those that `retiredBy` retired. Erased prompts stay retired.
 * @returns the restored prompts by key, each with the time of its retirement
 */
export async function restoreAll(
  trx: Transaction<Database>,
  arenaId: number,
  selection: Chosen,
  retiredBy?: 'file' | 'admin',
): Promise<{ key: string; retired_at: Date }[]> {
  let query = trx
    .selectFrom('prompts')
    .select(['id', 'key', 'retired_at'])
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is not', null)
    .where('erased_at', 'is', null)
    .where(chosen(selection))
  if (retiredBy) query = query.where('retired_by', '=', retiredBy)
  const rows = await query.orderBy('id').forUpdate().execute()
  const ids = rows.map(({ id }) => id)
  await trx
    .updateTable('prompts')
    .set({ retired_at: null, retired_by: null })
    .where('arena_id', '=', arenaId)
    .where('id', '=', sql<number>`any (${ids}::int[])`)
    .execute()
  return rows
    .map(({ key, retired_at }) => ({ key, retired_at: retired_at! }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

const BEGINNING = 160

export interface PromptForAdmin {
  key: string
  category: string | null
  beginning: string | null
  retired_at: Date | null
  contestants: number
  alike: boolean
  leaks: number
}

/**
 * A part of the prompts, by the words of their keys and then by their first number: p2 before p10. What is known of their
 * answers is counted for this part alone.
 */
export async function selectForAdmin(
  db: Kysely<Database>,
  arenaId: number,
  { find = '', offset, limit }: PromptsRequest,
): Promise<PromptForAdmin[]> {
  const { rows } = await sql<PromptForAdmin>`
    with part as materialized (
      select p.id, p.key, p.category, left(p.messages->-1->>'content', ${BEGINNING}) as beginning, p.retired_at,
        row_number() over (order by ${inOrder}) as place
      from prompts p where p.arena_id = ${arenaId} and ${matches(find)}
      order by ${inOrder} offset ${offset} limit ${limit})
    select part.key, part.category, part.beginning, part.retired_at,
      a.contestants, a.contestants > 1 and a.texts = 1 as alike,
      (select count(distinct coalesce(l.answer_id, 0))::int from leaks l
        where l.arena_id = ${arenaId} and l.released_at is null and (l.prompt_id = part.id or l.answer_id = any (a.ids))) as leaks
    from part cross join lateral (
      select count(distinct a.contestant_id)::int as contestants, count(distinct a.text_sha256)::int as texts,
        coalesce(array_agg(a.id), '{}') as ids
      from answers a where a.arena_id = ${arenaId} and a.prompt_id = part.id) a
    order by part.place`.execute(db)
  return rows
}

/** How many prompts match, and how many there are. */
export async function countPrompts(
  db: Kysely<Database>,
  arenaId: number,
  find = '',
): Promise<{ matching: number; total: number }> {
  const { rows } = await sql<{ matching: number; total: number }>`
    select count(*) filter (where ${matches(find)})::int as matching, count(*)::int as total
    from prompts p where p.arena_id = ${arenaId}`.execute(db)
  return rows[0]
}

/** At most this many digits are a number; longer ones are compared as text. */
const inOrder = sql`regexp_replace(p.key, '\\d.*$', ''), left(substring(p.key from '\\d+'), 30)::numeric nulls first, p.key`

const matches = (find: string) => {
  const part = find.trim().toLowerCase()
  return part === ''
    ? sql<boolean>`true`
    : sql<boolean>`strpos(lower(concat_ws(' ', p.key, p.category, left(p.messages->-1->>'content', ${BEGINNING}))), ${part}) > 0`
}
