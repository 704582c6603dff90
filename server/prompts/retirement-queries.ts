import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
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

/** The prompts by key, each with the beginning of its last message. */
export async function selectForAdmin(
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ key: string; category: string | null; beginning: string | null; retired_at: Date | null }[]> {
  const { rows } = await sql<{
    key: string
    category: string | null
    beginning: string | null
    retired_at: Date | null
  }>`
    select key, category, left(messages->-1->>'content', ${BEGINNING}) as beginning, retired_at
    from prompts where arena_id = ${arenaId} order by key`.execute(db)
  return rows
}
