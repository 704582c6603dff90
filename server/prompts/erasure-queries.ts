import { sql, type Transaction } from 'kysely'
import { ERASED } from '../platform/audit.ts'
import type { Database } from '../platform/schema.ts'

/**
 * Replaces all texts of a prompt by a tombstone and retires it for good. Its key and category stay.
 * @returns whether it had a text
 */
export async function erasePrompt(
  trx: Transaction<Database>,
  arenaId: number,
  promptId: number,
  erasedAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('prompts')
    .set({
      messages: JSON.stringify([{ role: 'user', content: ERASED }]),
      reference: null,
      variables: null,
      context: null,
      erased_at: erasedAt,
      retired_at: sql<Date>`coalesce(retired_at, ${erasedAt})`,
      retired_by: 'admin',
    })
    .where('arena_id', '=', arenaId)
    .where('id', '=', promptId)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
