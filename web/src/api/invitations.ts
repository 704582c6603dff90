import type { InvitedProgress } from '../../../shared/contracts/people.ts'
import { answered, server } from './http.ts'

const of = server.api.arenas[':arena'].invitation

/** Makes this browser the voter of a link. @param replace gives up another invitation to the arena */
export const openInvitation = (arena: string, token: string, replace: boolean): Promise<InvitedProgress> =>
  answered(of.$post({ param: { arena }, json: { token, ...(replace && { replace }) } }))

/** How far the invited voter of this browser has come. */
export const invitedProgress = (arena: string): Promise<InvitedProgress> =>
  answered(of.$get({ param: { arena } }))

/** Makes this browser a voter without an invitation. */
export async function leaveInvitation(arena: string): Promise<void> {
  await answered(of.$delete({ param: { arena } }))
}
