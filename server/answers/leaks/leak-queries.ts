import { type Kysely, type Transaction, sql } from 'kysely'
import type { WireMessage } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'

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
