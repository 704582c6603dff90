import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'

/**
 * Gives a voter another name in its battles; its votes and second looks follow.
 * @returns the number of its battles
 */
export async function renameVoter(
  trx: Transaction<Database>,
  arenaId: number,
  voter: string,
  name: string,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('battles')
    .set({ voter: name })
    .where('arena_id', '=', arenaId)
    .where('voter', '=', voter)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
