import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { InvitationTable, InvitedVoterTable } from './tables.ts'

export type StoredInvitation = Selectable<InvitationTable>

export const insertInvitations = (
  trx: Transaction<Database>,
  rows: Insertable<InvitationTable>[],
): Promise<{ id: number; token_hash: string }[]> =>
  trx.insertInto('invitations').values(rows).returning(['id', 'token_hash']).execute()

/** The invitation of a link, locked until the transaction ends, so that its seats are counted one by one. */
export const lockInvitation = (
  trx: Transaction<Database>,
  arenaId: number,
  tokenHash: string,
): Promise<StoredInvitation | undefined> =>
  trx
    .selectFrom('invitations')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()

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

export async function countVotersOf(
  trx: Transaction<Database>,
  arenaId: number,
  invitation: number,
): Promise<number> {
  const { people } = await trx
    .selectFrom('invited_voters')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('arena_id', '=', arenaId)
    .where('invitation_id', '=', invitation)
    .executeTakeFirstOrThrow()
  return Number(people)
}

/** Adds an invited voter, or counts one more browser of a known one. */
export async function insertInvitedVoter(
  trx: Transaction<Database>,
  row: Insertable<InvitedVoterTable>,
): Promise<void> {
  await trx
    .insertInto('invited_voters')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'voter']).doUpdateSet({ browsers: sql`invited_voters.browsers + 1` }),
    )
    .execute()
}

/** Withdraws an invitation. @returns false if it was withdrawn already, or does not exist */
export async function withdrawRow(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  withdrawnAt: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('invitations')
    .set({ withdrawn_at: withdrawnAt })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives an invitation another link. @returns false if it does not exist */
export async function renewRow(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  link: { token_hash: string; expires_at: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('invitations')
    .set({ ...link, withdrawn_at: null })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

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
