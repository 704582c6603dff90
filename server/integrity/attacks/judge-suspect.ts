import type { SuspicionReceipt, SuspicionRequest } from '../../../shared/contracts/index.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { setQuarantine } from '../set-quarantine.ts'
import { selectVotesOfVoter } from './suspicion-queries.ts'

/**
 * Puts all votes of a voter on the page into quarantine, or releases them. After a release the search for attacks leaves
 * the voter alone. Without a reason, a quarantine states what was found, and a release that an operator found no attack.
 * @throws {ProblemError} vote_unknown if the voter has no votes on the page
 */
export async function judgeSuspect(
  deps: Deps,
  arena: Arena,
  { voter, reason }: SuspicionRequest,
  released: boolean,
): Promise<SuspicionReceipt> {
  const { votes, finding } = await selectVotesOfVoter(deps.db, arena.id, voter)
  if (votes.length === 0)
    throw new ProblemError('vote_unknown', msg('no_page_votes', { arena: arena.slug, voter }))
  const cause = finding && !released ? (finding as CodedMessage) : msg('suspicion_dismissed')
  if (!released && !finding && reason === undefined)
    throw new ProblemError('invalid_request', msg('quarantine_needs_reason'))
  const change =
    reason === undefined ? { released, reason: inEnglish(cause), finding: cause } : { released, reason }
  const changed = await setQuarantine(deps, arena, votes, change)
  return { arena: arena.slug, voter, quarantined: !released, votes: changed.length }
}
