import { battleWithTicket } from '../battles/index.ts'
import { TAKE_BACK_SECONDS } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { mayBeTakenBack } from '../platform/publication.ts'
import { isVotePublic } from '../platform/publishing.ts'
import { insertRetraction, lockReveal, selectDecision, withdrawSecondLook } from './queries.ts'
import { requestRating } from './request-rating.ts'
import { msg } from '../../shared/messages/index.ts'

/**
 * Takes a vote back within ten seconds, unless its names were shown: adds a retraction and closes the battle for good. A second call changes nothing.
 * @throws {ProblemError} battle_unknown, ticket_invalid, vote_unknown, too_late_to_take_back
 */
export async function retractVote(
  deps: Deps,
  battleId: string,
  ticket: string,
  voters: readonly string[],
): Promise<void> {
  const battle = await battleWithTicket(deps, battleId, ticket, voters)
  const isRepeat = battle.repeat_of !== null
  const decision = await selectDecision(deps.db, battle.arena_id, battle.id, isRepeat)
  if (!decision) throw new ProblemError('vote_unknown', msg('no_vote_to_take_back'))
  if (decision.retracted) return
  const now = deps.clock()
  const tooLate = () =>
    new ProblemError('too_late_to_take_back', msg('vote_stands', { seconds: TAKE_BACK_SECONDS }))
  if (!mayBeTakenBack(decision.castAt, now)) throw tooLate()
  const isNew = await deps.db.transaction().execute(async (trx) => {
    if (await lockReveal(trx, battle.arena_id, battle.id))
      throw new ProblemError('too_late_to_take_back', msg('names_were_shown'))
    // after a jump of the clock it may be public early
    if (!isRepeat && (await isVotePublic(trx, battle.arena_id, decision.id!))) throw tooLate()
    const withdrawn = isRepeat
      ? await withdrawSecondLook(trx, battle.arena_id, battle.id, now)
      : await insertRetraction(trx, battle.arena_id, decision.id!, now)
    if (withdrawn) await requestRating(trx, battle.arena_id, deps.publishEvery)
    return withdrawn
  })
  if (isNew && !isRepeat) deps.metrics.votesTakenBack.add({})
}
