import { type Transaction, sql } from 'kysely'
import { touchArena } from '../arenas/index.ts'
import { chunks } from '../platform/chunks.ts'
import type { Database } from '../platform/schema.ts'
import { missingAnswers } from './missing-answers.ts'

/**
 * Removes outdated answers, whose inputs have changed, so that they are made again.
 * @param contestantIds  only of these contestants; null: of all
 * @returns the number of removed answers
 * @throws {ProblemError} if one of them was shown, judged or voted on
 */
export async function forgetOutdated(
  trx: Transaction<Database>,
  arenaId: number,
  contestantIds: readonly number[] | null = null,
): Promise<number> {
  const outdated = (await missingAnswers(trx, arenaId, contestantIds)).flatMap(
    ({ answerId }) => answerId ?? [],
  )
  for (const ids of chunks(outdated)) await deleteAnswers(trx, arenaId, ids)
  if (outdated.length > 0) await touchArena(trx, arenaId)
  return outdated.length
}

/** Removes answers that nobody has seen; the database removes their check results and skipped pairs. */
async function deleteAnswers(trx: Transaction<Database>, arenaId: number, ids: number[]): Promise<void> {
  await trx
    .deleteFrom('answers')
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute()
}
