import type { IssuedBattle, VoteReceipt, VoteRequest } from '../../../shared/contracts/battle.ts'
import { answered, server } from './http.ts'
import type { InvitedProgress } from '../../../shared/contracts/people.ts'

/**
 * Draws the next pair. The criterion defaults to the first one of the arena.
 * A labelling link draws only pairs that judges have judged.
 */
export function nextBattle(
  arena: string,
  criterion: string | null,
  link: string | null,
): Promise<IssuedBattle> {
  const json = criterion === null ? {} : { criterion }
  if (link !== null)
    return answered(
      server.api.arenas[':arena'].calibration.battles.$post({ param: { arena }, json: { ...json, link } }),
    )
  return answered(server.api.arenas[':arena'].battles.$post({ param: { arena }, json }))
}

export function castVote(battle: string, vote: VoteRequest): Promise<VoteReceipt> {
  return answered(server.api.battles[':id'].vote.$post({ param: { id: battle }, json: vote }))
}

export async function takeBack(battle: string, ticket: string): Promise<void> {
  const headers = { authorization: `Ticket ${ticket}` }
  await answered(server.api.battles[':id'].vote.$delete({ param: { id: battle } }, { headers }))
}

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
