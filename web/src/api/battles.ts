import type {
  IssuedBattle,
  VoterResult,
  Reveal,
  VoteReceipt,
  VoteRequest,
} from '../../../shared/contracts/battle.ts'
import { router } from '../state/address.svelte.ts'
import { ask, server } from './http.ts'
import type { InvitedProgress } from '../../../shared/contracts/people.ts'

/**
 * Draws the next pair. The criterion defaults to the first one of the arena.
 * @param isForJudges draws only pairs that judges have judged
 */
export function nextBattle(
  arena: string,
  criterion: string | null,
  isForJudges: boolean,
): Promise<IssuedBattle> {
  const json = criterion === null ? {} : { criterion }
  if (isForJudges)
    return ask(server.api.arenas[':arena'].calibration.battles.$post({ param: { arena }, json }))
  return ask(server.api.arenas[':arena'].battles.$post({ param: { arena }, json }))
}

export function castVote(battle: string, vote: VoteRequest): Promise<VoteReceipt> {
  return ask(server.api.battles[':id'].vote.$post({ param: { id: battle }, json: vote }))
}

/** Makes the vote on a battle final. */
export const revealNames = (battle: string, ticket: string): Promise<Reveal> =>
  ask(server.api.battles[':id'].reveal.$post({ param: { id: battle }, json: { ticket } }))

/** What the votes of this browser come to. */
export const fetchResult = (arena: string): Promise<VoterResult> =>
  ask(server.api.arenas[':arena'].result.$post({ param: { arena } }))

const invitationRoutes = server.api.arenas[':arena'].invitation

/** How the part of an address begins that has the token of an invitation. */
export const INVITATION = '#invite='

/** The token of the invitation in the address; empty: there is none. */
export const invitationToken = (): string =>
  location.hash.startsWith(INVITATION) ? decodeURIComponent(location.hash.slice(INVITATION.length)) : ''

/**
 * Makes this browser the voter of the invitation in the address, and takes its token out of the address and the history. That
 * the pairs are those that judges have judged stays in the address.
 * @param replace gives up another invitation to the arena
 */
export async function openInvitation(arena: string, replace = false): Promise<void> {
  const token = invitationToken()
  await ask(invitationRoutes.$post({ param: { arena }, json: { token, ...(replace && { replace }) } }))
  forgetInvitation()
}

export function forgetInvitation(): void {
  const search = router.query.has('calibrate') ? { calibrate: '' } : {}
  router.go(router.with({ invited: null, ...search }), { replace: true })
}

/** How far the invited voter of this browser has come. */
export const invitedProgress = (arena: string): Promise<InvitedProgress> =>
  ask(invitationRoutes.$get({ param: { arena } }))

/** Makes this browser a voter without an invitation. */
export async function leaveInvitation(arena: string): Promise<void> {
  await ask(invitationRoutes.$delete({ param: { arena } }))
}
