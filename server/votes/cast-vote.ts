/** A visitor's vote: choosing, changing the choice, taking it back, and the names behind it. */
import { arenaById, holdDecision, isPending, requireOpen } from '../arenas/index.ts'
import { battleWithTicket, requireProof, type NamedBattle } from '../battles/index.ts'
import type { Outcome, Reveal, VoteReceipt, VoteRequest } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { requireStillInvited } from '../voters/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Insertable } from 'kysely'
import { queryRow } from '../platform/postgres/query.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import { lockBattle, recordPendingAsVote, settleVote, settleVoterVotes } from './settle-votes.ts'

interface CastVote extends VoteRequest {
  battle: string
  /** Whom the request may act as; none without a cookie. */
  voters: readonly string[]
  /** The network that the request comes from; null is not limited. */
  network: string | null
}

/**
 * Records what the voter chose on a battle, or another choice in its place until the vote is final. The same outcome again
 * changes nothing, so a retry is always safe. If the pair was shown to this voter before, the outcome is a second look and
 * no vote.
 * @returns the receipt, and whether this call recorded the choice
 * @throws {ProblemError} battle_unknown, ticket_invalid, link_invalid, voting_closed, battle_expired, battle_already_decided, battle_withdrawn,
 *   proof_missing, proof_invalid, too_many_requests
 */
export async function castVote(
  deps: Deps,
  vote: CastVote,
): Promise<{ receipt: VoteReceipt; isNew: boolean }> {
  const battle = await battleWithTicket(deps, vote.battle, vote.ticket, vote.voters)
  const { arena_id: arenaId, id, voter } = battle
  const { outcome } = vote
  const receipt = (decision: Decision, isNew: boolean) => {
    requireSameOutcome(decision, outcome)
    return { receipt: { battle: id, outcome, final: decision.isFinal }, isNew }
  }
  const earlier = await selectDecision(deps.db, battle)
  // a retry; a reason may be added until the vote is final
  const isSettledBy = (decision: Decision) =>
    decision.isFinal || (decision.outcome === outcome && !addsReason(vote, decision))
  if (earlier && isSettledBy(earlier)) return receipt(earlier, false)
  const chosenAt = deps.clock()
  if (!earlier) await requireMayVote(deps, battle, vote, chosenAt)
  await deps.access.limits.require('votesOfVoter', voter)
  await deps.access.limits.require('votesOfNetwork', vote.network)
  const arena = (await arenaById(deps.db, arenaId))!
  return deps.db.transaction().execute(async (trx) => {
    // a choice that is accepted is there before its arena decides
    if (await isPending(trx, arena)) await holdDecision(trx, arenaId)
    await lockBattle(trx, arenaId, id)
    const decision = await selectDecision(trx, battle)
    if (decision && isSettledBy(decision)) return receipt(decision, false)
    await requireOpen(trx, arena, chosenAt)
    await upsertPendingVote(trx, {
      arena_id: arenaId,
      battle_id: id,
      voter,
      outcome,
      reason: vote.reason || null,
      seconds: secondsLooked(vote.seconds, battle.shown_at, chosenAt),
      chosen_at: chosenAt,
    })
    if (!battle.repeat_of && battle.origin !== 'calibration')
      for (const { afterChoice } of deps.services.hooks)
        await afterChoice?.(deps, trx, { arenaId, battle: id, voter, at: chosenAt, network: vote.network })
    return receipt({ outcome, isFinal: false, retracted: false }, true)
  })
}

/** Whether a request gives another reason than its pending choice. */
const addsReason = ({ reason }: CastVote, decision: Decision): boolean =>
  !!reason && reason !== decision.reason

/** How long a voter looked, to a tenth of a second. No pair was looked at before it was drawn. */
const secondsLooked = (reportedSeconds: number | undefined, shownAt: Date, chosenAt: Date): number | null =>
  reportedSeconds === undefined
    ? null
    : Math.round(10 * Math.min(reportedSeconds, (chosenAt.getTime() - shownAt.getTime()) / 1000)) / 10

/** Whether this battle can still be voted on by this request. */
async function requireMayVote(deps: Deps, battle: NamedBattle, vote: CastVote, now: Date): Promise<void> {
  if (now > battle.expires_at!) throw new ProblemError('battle_expired', msg('pair_too_old'))
  await requireStillInvited(deps.db, battle)
  if (battle.needs_proof) await requireProof(deps, battle.id, vote.proof)
}

/** @throws {ProblemError} battle_withdrawn, battle_already_decided */
function requireSameOutcome(decision: Decision, outcome: Outcome): void {
  if (decision.retracted) throw new ProblemError('battle_withdrawn', msg('battle_closed'))
  if (decision.outcome !== outcome)
    throw new ProblemError('battle_already_decided', msg('battle_decided', { outcome: decision.outcome }))
}

/**
 * Makes the vote on a battle final, and names both contestants. Only then are names sent: otherwise anyone could learn who
 * wrote which answer, and choose another outcome.
 * @throws {ProblemError} battle_unknown, ticket_invalid, vote_unknown, battle_withdrawn, voting_closed
 */
export async function revealNames(
  deps: Deps,
  battleId: string,
  ticket: string,
  { voters, network }: Pick<CastVote, 'voters' | 'network'>,
): Promise<Reveal> {
  const battle = await battleWithTicket(deps, battleId, ticket, voters)
  const settled = await settleVote(deps, battle.arena_id, battle.id)
  // the names of one turn are those of the whole conversation
  if (battle.origin === 'live') await settleVoterVotes(deps, battle.arena_id, battle.voter)
  if (settled === 'closed') throw new ProblemError('voting_closed', msg('voting_closed_before'))
  const decision = await selectDecision(deps.db, battle)
  if (!decision) throw new ProblemError('vote_unknown', msg('no_vote_yet'))
  requireSameOutcome(decision, decision.outcome)
  const isNamed = await recordReveal(deps, battle, network)
  return {
    battle: battle.id,
    outcome: decision.outcome,
    left: { name: isNamed ? battle.left_name : null },
    right: { name: isNamed ? battle.right_name : null },
    names: isNamed ? 'shown' : 'withheld',
  }
}

/**
 * Records that the names are shown, once.
 * @returns false if its voter or network was shown too many names in the last hour
 */
async function recordReveal(
  deps: Deps,
  { arena_id, id, voter }: NamedBattle,
  network: string | null,
): Promise<boolean> {
  const revealed = await queryRow(deps.db)`
    select from reveals where arena_id = ${arena_id} and battle_id = ${id}`
  if (revealed) return true
  const waits = [
    await deps.access.limits.count('namesOfVoter', voter),
    await deps.access.limits.count('namesOfNetwork', network),
  ]
  if (waits.some((seconds) => seconds > 0)) return false
  await deps.db
    .insertInto('reveals')
    .values({ arena_id, battle_id: id, revealed_at: deps.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/**
 * Takes a choice back that is not final: the vote and its retraction are recorded, and the battle is closed for good. A
 * second call changes nothing.
 * @throws {ProblemError} battle_unknown, ticket_invalid, vote_unknown, battle_already_decided
 */
export async function retractVote(
  deps: Deps,
  battleId: string,
  ticket: string,
  voters: readonly string[],
): Promise<void> {
  const battle = await battleWithTicket(deps, battleId, ticket, voters)
  await deps.db.transaction().execute(async (trx) => {
    await lockBattle(trx, battle.arena_id, battle.id)
    const decision = await selectDecision(trx, battle)
    if (!decision) throw new ProblemError('vote_unknown', msg('no_vote_yet'))
    if (decision.retracted) return
    if (decision.isFinal) throw new ProblemError('battle_already_decided', msg('vote_stands'))
    await recordPendingAsVote(trx, battle, deps.clock(), { isRetracted: true })
  })
}

interface Decision {
  outcome: Outcome
  /** Whether it can no longer be changed. */
  isFinal: boolean
  retracted: boolean
  /** Of a pending choice. */
  reason?: string | null
}

/** The decision on a battle, final or not; undefined if there is none. */
async function selectDecision(
  db: Db,
  { arena_id: arenaId, id, repeat_of }: Pick<NamedBattle, 'arena_id' | 'id' | 'repeat_of'>,
): Promise<Decision | undefined> {
  const pending = await queryRow<Pick<Decision, 'outcome' | 'reason'>>(db)`
    select outcome, reason from pending_votes where arena_id = ${arenaId} and battle_id = ${id}`
  if (pending) return { ...pending, isFinal: false, retracted: false }
  const query = queryRow<Pick<Decision, 'outcome' | 'retracted'>>(db)
  const final = await (repeat_of === null
    ? query`
        select v.outcome, r.vote_id is not null as retracted
        from votes v left join retractions r on r.arena_id = v.arena_id and r.vote_id = v.id
        where v.arena_id = ${arenaId} and v.battle_id = ${id}`
    : query`
        select outcome, withdrawn_at is not null as retracted from second_looks
        where arena_id = ${arenaId} and battle_id = ${id}`)
  return final && { ...final, isFinal: true }
}

/** Stores a choice, in the place of an earlier one. */
const upsertPendingVote = (trx: Trx, choice: Insertable<Database['pending_votes']>) =>
  trx
    .insertInto('pending_votes')
    .values(choice)
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'battle_id']).doUpdateSet(({ ref }) => ({
        outcome: ref('excluded.outcome'),
        reason: ref('excluded.reason'),
        seconds: ref('excluded.seconds'),
        chosen_at: ref('excluded.chosen_at'),
      })),
    )
    .execute()
