import { arenaById, requireOpenForVote } from '../arenas/index.ts'
import { battleWithTicket, requireProof, type ShownBattle } from '../battles/index.ts'
import {
  type Outcome,
  type VoteReceipt,
  type VoteRequest,
  TAKE_BACK_SECONDS,
} from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import {
  insertSecondLook,
  insertVote,
  selectDecision,
  type Decision,
  insertReveal,
  isRevealed,
  lockReveal,
} from './vote-facts.ts'
import { requestRating } from './publish-votes.ts'
import { requireStillInvited } from '../voters/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { mayBeTakenBack } from '../platform/postgres/publishing.ts'

interface CastVote extends VoteRequest {
  battle: string
  /** Whom the request may act as; none without a cookie. */
  voters: readonly string[]
  /** The network that the request comes from; null is not limited. */
  network: string | null
}

/**
 * Records one outcome for one battle. The same outcome again changes nothing, so a retry is always safe. If the pair was
 * shown to this voter before, the outcome is a second look and no vote.
 * @returns the receipt, and whether this call recorded the vote
 * @throws {ProblemError} battle_unknown, ticket_invalid, link_invalid, voting_closed, battle_expired, battle_already_decided, battle_withdrawn,
 *   proof_missing, proof_invalid, too_many_requests
 */
export async function castVote(
  deps: Deps,
  vote: CastVote,
): Promise<{ receipt: VoteReceipt; isNew: boolean }> {
  const battle = await battleWithTicket(deps, vote.battle, vote.ticket, vote.voters)
  const decisionOf = () => selectDecision(deps.db, battle.arena_id, battle.id, battle.repeat_of !== null)
  const { outcome, final = false, network } = vote
  const earlier = await decisionOf()
  const castAt = earlier ? null : await recordVote(deps, battle, vote)
  if (castAt !== null) {
    if (!battle.repeat_of) deps.services.metrics.votes.add({ source: sourceOf(battle) })
    return {
      receipt: await receiptOf(deps, battle, { outcome, castAt, isNew: true, final, network }),
      isNew: true,
    }
  }
  const decision = earlier ?? (await decisionOf())!
  requireSameOutcome(decision, outcome)
  const decided = { outcome, castAt: decision.castAt, isNew: false, final, network }
  return { receipt: await receiptOf(deps, battle, decided), isNew: false }
}

/**
 * Records the vote if it may be cast.
 * @returns when; null: another request has decided the battle
 */
async function recordVote(deps: Deps, battle: ShownBattle, vote: CastVote): Promise<Date | null> {
  const { arena_id, voter, repeat_of } = battle
  const castAt = deps.clock()
  if (castAt > battle.expires_at!) throw new ProblemError('battle_expired', msg('pair_too_old'))
  await requireStillInvited(deps.db, arena_id, voter)
  if (battle.needs_proof) await requireProof(deps, battle.id, vote.proof)
  await deps.access.limits.require('votesOfVoter', voter)
  await deps.access.limits.require('votesOfNetwork', vote.network)
  const decision = { arena_id, battle_id: battle.id, voter, outcome: vote.outcome, cast_at: castAt }
  const arena = (await arenaById(deps.db, arena_id))!
  return deps.db.transaction().execute(async (trx) => {
    await requireOpenForVote(trx, arena, castAt)
    const isRecorded = repeat_of
      ? await insertSecondLook(trx, decision)
      : await insertVote(trx, {
          ...decision,
          source: sourceOf(battle),
          reason: vote.reason || null,
          flags: vote.flags ?? [],
          recorded_at: castAt,
          import_key: null,
        })
    if (!isRecorded) return null
    if (!repeat_of && battle.origin !== 'calibration')
      for (const { afterVote } of deps.services.hooks)
        await afterVote?.(deps, trx, {
          arenaId: arena_id,
          battle: battle.id,
          voter,
          at: castAt,
          network: vote.network,
        })
    await requestRating(trx, arena_id, deps.settings.publishEvery)
    return castAt
  })
}

const sourceOf = ({ origin }: ShownBattle) => (origin === 'live' ? 'live' : 'human')

/** @throws {ProblemError} battle_withdrawn, battle_already_decided */
function requireSameOutcome(decision: Decision, outcome: Outcome): void {
  if (decision.retracted) throw new ProblemError('battle_withdrawn', msg('battle_closed'))
  if (decision.outcome !== outcome)
    throw new ProblemError('battle_already_decided', msg('battle_decided', { outcome: decision.outcome }))
}

interface DecidedVote {
  outcome: Outcome
  castAt: Date
  /** Whether the vote was just recorded, so that its names cannot have been shown. */
  isNew: boolean
  /** Whether the voter gives up taking the vote back. */
  final: boolean
  network: string | null
}

/**
 * The receipt of a vote. It names the contestants only if the vote stands: otherwise anyone could learn who wrote which
 * answer by voting and taking the vote back. Once they are named, the vote cannot be taken back.
 * @throws {ProblemError} battle_withdrawn if the vote is taken back at the same moment
 */
async function receiptOf(
  deps: Deps,
  battle: ShownBattle,
  { outcome, castAt, isNew, final, network }: DecidedVote,
): Promise<VoteReceipt> {
  const receipt = { battle: battle.id, outcome }
  const namesFrom = new Date(castAt.getTime() + TAKE_BACK_SECONDS * 1000)
  const stands = final || !mayBeTakenBack(castAt, deps.clock())
  const mayName = stands || (!isNew && (await isRevealed(deps.db, battle.arena_id, battle.id)))
  if (!mayName) return { ...receipt, ...NAMELESS, names: 'later', namesFrom: namesFrom.toISOString() }
  if (!(await recordReveal(deps, battle, network)))
    return { ...receipt, ...NAMELESS, names: 'withheld', namesFrom: null }
  return {
    ...receipt,
    left: { name: battle.left_name },
    right: { name: battle.right_name },
    names: 'shown',
    namesFrom: null,
  }
}

const NAMELESS = { left: { name: null }, right: { name: null } }

/**
 * Records that the names are shown, once.
 * @returns false if its voter or network was shown too many names in the last hour
 */
async function recordReveal(
  deps: Deps,
  { arena_id, id, voter, repeat_of }: ShownBattle,
  network: string | null,
): Promise<boolean> {
  if (await isRevealed(deps.db, arena_id, id)) return true
  const waits = [
    await deps.access.limits.count('namesOfVoter', voter),
    await deps.access.limits.count('namesOfNetwork', network),
  ]
  if (waits.some((seconds) => seconds > 0)) return false
  await deps.db.transaction().execute(async (trx) => {
    if (await lockReveal(trx, arena_id, id)) return
    const decision = await selectDecision(trx, arena_id, id, repeat_of !== null)
    if (decision?.retracted) throw new ProblemError('battle_withdrawn', msg('battle_closed'))
    await insertReveal(trx, arena_id, id, deps.clock())
  })
  return true
}
