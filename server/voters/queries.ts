import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { InvitedVoterTable } from './tables.ts'

export interface InvitedVoter extends Selectable<InvitedVoterTable> {
  goal: number | null
  expires_at: Date | null
  withdrawn_at: Date | null
}

/** An invited voter with the invitation; undefined if nobody invited this voter. */
export const selectInvited = (
  db: Kysely<Database>,
  arenaId: number,
  voter: string,
): Promise<InvitedVoter | undefined> =>
  db
    .selectFrom('invited_voters as v')
    .leftJoin('invitations as i', (join) =>
      join.onRef('i.arena_id', '=', 'v.arena_id').onRef('i.id', '=', 'v.invitation_id'),
    )
    .selectAll('v')
    .select(['i.goal', 'i.expires_at', 'i.withdrawn_at'])
    .where('v.arena_id', '=', arenaId)
    .where('v.voter', '=', voter)
    .executeTakeFirst()

/** Erases who an invited voter is. The invitation of one person is deleted with the name. */
export async function forgetInvited(
  trx: Transaction<Database>,
  arenaId: number,
  voter: string,
  name: string,
): Promise<void> {
  const row = await trx
    .updateTable('invited_voters as v')
    .from('invited_voters as before')
    .set({ voter: name, invitation_id: null })
    .where('v.arena_id', '=', arenaId)
    .where('v.voter', '=', voter)
    .whereRef('before.arena_id', '=', 'v.arena_id')
    .whereRef('before.voter', '=', 'v.voter')
    .returning('before.invitation_id')
    .executeTakeFirst()
  if (row === undefined || row.invitation_id === null) return
  await trx
    .deleteFrom('invitations')
    .where('arena_id', '=', arenaId)
    .where('id', '=', row.invitation_id)
    .where('seats', 'is', null)
    .execute()
}
