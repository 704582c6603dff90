import { sql, type Transaction } from 'kysely'
import { ERASED } from '../platform/audit.ts'
import type { Database } from '../platform/schema.ts'

/** Erases a prompt's references in the log of the climb. */
export async function eraseReferences(
  trx: Transaction<Database>,
  arenaId: number,
  promptId: number,
): Promise<void> {
  await trx
    .updateTable('climb_references')
    .set({ reference: ERASED })
    .where('arena_id', '=', arenaId)
    .where('prompt_id', '=', promptId)
    .where('reference', '<>', ERASED)
    .execute()
}

/** Erases the judges' reasons in the log of the climb that are about these answers. */
export async function eraseResultReasons(
  trx: Transaction<Database>,
  arenaId: number,
  answerIds: readonly number[],
): Promise<void> {
  await sql`
    update climb_results set reason = null
    where arena_id = ${arenaId} and reason is not null and judgement_id in (
      select id from judgements where arena_id = ${arenaId} and answer_ids && ${answerIds}::integer[])`.execute(
    trx,
  )
}
