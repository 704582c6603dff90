/** Requests of the operator about people who vote. Every call carries the admin token. */
import type {
  Invitation,
  Invitations,
  InvitationsRequest,
  NewInvitation,
} from '../../../shared/contracts/invitation.ts'
import { saveFrom } from './download.ts'
import { answered, server } from './http.ts'

const of = server.api.admin.arenas[':arena'].invitations

export const invitationsOf = (arena: string): Promise<Invitations> => answered(of.$get({ param: { arena } }))

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

/** Saves the table of invitations, for reminders. */
export const downloadInvitations = (arena: string): Promise<void> =>
  saveFrom(`/api/admin/arenas/${arena}/invitations/csv`, `${arena}-people.csv`)
