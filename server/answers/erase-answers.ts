import { sql } from 'kysely'
import { ERASED } from '../platform/audit.ts'
import type { Trx } from '../platform/schema.ts'
import { measure } from './put-answers.ts'

interface AnswersToErase {
  promptId: number
  /** Null: of all contestants. */
  contestantId: number | null
}

/**
 * Replaces the texts of answers by a tombstone. Their sizes stay, because boards show them. The database removes their
 * check results and leaks.
 * @returns the ids of the answers that had a text
 */
export async function eraseAnswers(
  trx: Trx,
  arenaId: number,
  { promptId, contestantId }: AnswersToErase,
  erasedAt: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update answers set text = ${ERASED}, turns = null, context = null, transcript = null, run = null, text_sha256 = ${measure([ERASED]).text_sha256},
      inputs_sha256 = null, erased_at = ${erasedAt}
    where arena_id = ${arenaId} and prompt_id = ${promptId} and erased_at is null
      and (${contestantId}::integer is null or contestant_id = ${contestantId})
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Removes the leaks found in a prompt's text. Votes that they put into quarantine stay there. */
export async function forgetLeaksOfPrompt(trx: Trx, arenaId: number, promptId: number): Promise<void> {
  await trx.deleteFrom('leaks').where('arena_id', '=', arenaId).where('prompt_id', '=', promptId).execute()
}
