import type { Transaction } from 'kysely'
import { touchArena } from '../arenas/index.ts'
import { chunks } from '../platform/chunks.ts'
import type { Database } from '../platform/schema.ts'
import { deleteAnswers } from './making-queries.ts'
import { missingAnswers } from './missing-answers.ts'

/**
 * Removes the answers that were made from something else than now stands, so that they are made anew.
 * @param contestantIds  of whom alone; null: of all
 * @returns how many
 * @throws {ProblemError} when one of them was shown, judged or voted on
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
