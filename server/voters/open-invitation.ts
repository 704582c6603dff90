import type { Context } from 'hono'
import type { OpenInvitationRequest } from '../../shared/contracts/index.ts'
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { clientNetwork } from '../platform/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { mustNotHaveEnded } from './invited-voter.ts'
import { hashOfToken } from './make-invitations.ts'
import { countVotersOf, insertInvitedVoter, lockInvitation, selectInvited } from './queries.ts'
import { giveInvitedCookie, newSeed, seedOfPerson, voterInvitedTo } from './voter.ts'
import { msg } from '../../shared/messages/index.ts'

type Opening = Pick<Deps, 'db' | 'secret' | 'clock' | 'limits' | 'trustProxy'>

/**
 * Opens a link: makes this browser its voter in the arena, even in a private one. A link for one person is the same
 * voter in every browser. A link for several makes each browser another voter, until its seats are taken.
 * @returns the arena and the voter
 * @throws {ProblemError} link_invalid if the link is unknown, has ended or has no seat left; arena_unknown for an
 *   unknown arena, or a private one with an unknown link; invitation_replaces_other if the browser has another
 *   invitation that has not ended; too_many_requests
 */
export async function openInvitation(
  c: Context<Env>,
  deps: Opening,
  slug: string,
  { token, replace = false }: OpenInvitationRequest,
): Promise<{ arena: Arena; voter: string }> {
  await deps.limits.require('drawsOfNetwork', clientNetwork(c, deps.trustProxy))
  const arena = await arenaNamed(deps.db, slug)
  const now = deps.clock()
  const present = voterInvitedTo(c, arena.id, deps)
  const { seed, voter } = await deps.db.transaction().execute(async (trx) => {
    const invitation = await lockInvitation(trx, arena.id, hashOfToken(token, deps))
    if (!invitation) {
      await arenaBySlug(deps.db, slug)
      throw new ProblemError('link_invalid', msg('invitation_unknown'))
    }
    mustNotHaveEnded(invitation, now)
    const before = present === null ? undefined : await selectInvited(trx, arena.id, present)
    if (before?.invitation_id === invitation.id) return { seed: null, voter: before.voter }
    const isBeforeOpen = before?.expires_at && before.expires_at > now && !before.withdrawn_at
    if (isBeforeOpen && !replace)
      throw new ProblemError('invitation_replaces_other', msg('invitation_replaces_other'))
    const isForOne = invitation.seats === null
    if (!isForOne && (await countVotersOf(trx, arena.id, invitation.id)) >= invitation.seats!)
      throw new ProblemError('link_invalid', msg('invitation_full', { seats: invitation.seats! }))
    const made = isForOne ? seedOfPerson(arena.id, invitation.id, deps) : newSeed(deps)
    await insertInvitedVoter(trx, {
      arena_id: arena.id,
      voter: made.voter,
      invitation_id: invitation.id,
      group_name: invitation.group_name,
      opened_at: now,
    })
    return made
  })
  if (seed !== null) giveInvitedCookie(c, arena.id, seed, deps)
  return { arena, voter }
}
