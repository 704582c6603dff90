import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { AnswerTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'

/** The answers to these prompts. `isOwn`: this transaction added or changed it. */
export const selectAnswers = (trx: Transaction<Database>, arenaId: number, promptIds: readonly number[]) =>
  trx
    .selectFrom('answers')
    .select(['id', 'prompt_id', 'contestant_id', 'sample', 'text_sha256', 'erased_at'])
    .select(sql<boolean>`answers.xmin = pg_current_xact_id()::xid`.as('isOwn'))
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`prompt_id = any (${promptIds}::integer[])`)
    .execute()

/** The same key for the same sample of a contestant's answers to a prompt. */
export const answerKey = (promptId: number, contestantId: number, sample: number): string =>
  `${promptId} ${contestantId} ${sample}`

/** Those of these answers that a voter has seen in a battle, or a judge in a call. */
export async function shownAnswers(
  db: Kysely<Database>,
  arenaId: number,
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::integer[]) as given (id)
    join (select left_answer_id as id from battles where arena_id = ${arenaId}
      union select right_answer_id from battles where arena_id = ${arenaId}
      union select unnest(j.answer_ids) from judgements j where j.arena_id = ${arenaId}
        and exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id)
    ) as shown using (id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function insertAnswers(
  trx: Transaction<Database>,
  rows: Insertable<AnswerTable>[],
): Promise<void> {
  await trx.insertInto('answers').values(rows).execute()
}

/** Changes an answer; the database then removes its check results and skipped pairs. */
export async function updateAnswer(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  row: Insertable<AnswerTable>,
): Promise<void> {
  await trx.updateTable('answers').set(row).where('arena_id', '=', arenaId).where('id', '=', id).execute()
}
