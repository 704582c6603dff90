import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'

/**
 * Removes the salt of a voter, so that the commitment in its leaves says nothing of it any more, and renames it. The
 * commitment itself stays, so the leaves and digests stay valid.
 */
export async function forgetCommitted(
  trx: Transaction<Database>,
  arenaId: number,
  voter: string,
  name: string,
): Promise<void> {
  await trx
    .updateTable('voter_commitments')
    .set({ voter: name, salt: null })
    .where('arena_id', '=', arenaId)
    .where('voter', '=', voter)
    .execute()
}
