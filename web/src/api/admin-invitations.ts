/** Requests of the operator about people who vote. Every call carries the admin token. */
import type {
  Invitation,
  Invitations,
  InvitationsRequest,
  NewInvitation,
  PeopleAgreement,
} from '../../../shared/contracts/people.ts'
import type { ClosingRequest } from '../../../shared/contracts/arena-file.ts'
import { saveFrom, answered, server } from './http.ts'

const of = server.api.admin.arenas[':arena'].invitations

export const invitationsOf = (arena: string): Promise<Invitations> => answered(of.$get({ param: { arena } }))

/** How far the invited people agree with each other. */
export const agreementOfPeople = (arena: string): Promise<PeopleAgreement> =>
  answered(of.agreement.$get({ param: { arena } }))

export async function invite(arena: string, request: InvitationsRequest): Promise<NewInvitation[]> {
  return (await answered(of.$post({ param: { arena }, json: request }))).invitations
}

export const withdrawInvitation = (arena: string, invitation: number): Promise<Invitation> =>
  answered(of[':invitation{\\d{1,9}}'].withdraw.$post({ param: { arena, invitation: String(invitation) } }))

export const renewInvitation = (arena: string, invitation: number, days: number): Promise<NewInvitation> =>
  answered(
    of[':invitation{\\d{1,9}}'].renew.$post({
      param: { arena, invitation: String(invitation) },
      json: { days },
    }),
  )

/** Draws pairs that everybody in the group is shown. Returns how many were drawn. */
/** @param votes how many people vote on each pair; null: everybody in the group */
export async function sharePairs(
  arena: string,
  group: string,
  pairs: number,
  votes: number | null,
): Promise<number> {
  const json = { group, pairs, ...(votes !== null && { votes }) }
  return (await answered(of['shared-pairs'].$post({ param: { arena }, json }))).drawn
}

/**
 * Closes voting now, at a moment (ISO 8601) or a number of votes; without all, it is open.
 * @returns since when it is closed; null: it is open
 */
export const closeVoting = (arena: string, closing: ClosingRequest): Promise<{ closedAt: string | null }> =>
  answered(server.api.admin.arenas[':arena'].closing.$post({ param: { arena }, json: closing }))

/** Saves the table of invitations, for reminders. */
export const downloadInvitations = (arena: string): Promise<void> =>
  saveFrom(`/api/admin/arenas/${arena}/invitations/csv`, `${arena}-people.csv`)
