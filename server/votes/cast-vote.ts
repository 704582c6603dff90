/** A visitor's vote: casting it, the names behind it, and taking it back. */
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
import { requestRating } from './publish-votes.ts'
import { requireStillInvited } from '../voters/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { isVotePublic, mayBeTakenBack } from '../platform/postgres/publishing.ts'
import type { Insertable } from 'kysely'
import type { Db, Trx } from '../platform/schema.ts'
import type { VoteTable, SecondLookTable } from './tables.ts'

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
    if (!battle.repeat_of) deps.services.metrics.votes.inc({ source: sourceOf(battle) })
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
  await requireStillInvited(deps.db, battle)
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
    if (withdrawn) await requestRating(trx, battle.arena_id, deps.settings.publishEvery)
    return withdrawn
  })
  if (isNew && !isRepeat) deps.services.metrics.votesTakenBack.inc()
}

/** Adds the vote unless its battle is decided. Returns whether it was added. */
async function insertVote(trx: Trx, vote: Insertable<VoteTable>): Promise<boolean> {
  const row = await trx
    .insertInto('votes')
    .values(vote)
    .onConflict((conflict) => conflict.constraint('one_vote_per_battle_and_voter').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Decision {
  /** The id of the vote; null for a second look. */
  id: number | null
  outcome: Outcome
  castAt: Date
  retracted: boolean
}

/** The decision on a battle; undefined if there is none. */
async function selectDecision(
  db: Db,
  arenaId: number,
  battleId: string,
  isRepeat: boolean,
): Promise<Decision | undefined> {
  if (isRepeat) return selectSecondLook(db, arenaId, battleId)
  const row = await db
    .selectFrom('votes')
    .leftJoin('retractions', (join) =>
      join.onRef('retractions.arena_id', '=', 'votes.arena_id').onRef('retractions.vote_id', '=', 'votes.id'),
    )
    .select(['votes.id', 'votes.outcome', 'votes.cast_at', 'retractions.retracted_at'])
    .where('votes.arena_id', '=', arenaId)
    .where('votes.battle_id', '=', battleId)
    .executeTakeFirst()
  return (
    row && { id: row.id, outcome: row.outcome, castAt: row.cast_at, retracted: row.retracted_at !== null }
  )
}

/** Adds the retraction unless there is one. Returns whether it was added. */
async function insertRetraction(
  trx: Trx,
  arenaId: number,
  voteId: number,
  retractedAt: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('retractions')
    .values({ arena_id: arenaId, vote_id: voteId, retracted_at: retractedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('vote_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a second look unless there is one. Returns whether it was added. */
async function insertSecondLook(trx: Trx, look: Insertable<SecondLookTable>): Promise<boolean> {
  const row = await trx
    .insertInto('second_looks')
    .values(look)
    .onConflict((conflict) => conflict.doNothing())
    .returning('battle_id')
    .executeTakeFirst()
  return row !== undefined
}

async function selectSecondLook(db: Db, arenaId: number, battleId: string): Promise<Decision | undefined> {
  const row = await db
    .selectFrom('second_looks')
    .select(['outcome', 'cast_at', 'withdrawn_at'])
    .where('arena_id', '=', arenaId)
    .where('battle_id', '=', battleId)
    .executeTakeFirst()
  return row && { id: null, outcome: row.outcome, castAt: row.cast_at, retracted: row.withdrawn_at !== null }
}

/** Withdraws a second look unless it was withdrawn. Returns whether it changed. */
async function withdrawSecondLook(
  trx: Trx,
  arenaId: number,
  battleId: string,
  withdrawnAt: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('second_looks')
    .set({ withdrawn_at: withdrawnAt })
    .where('arena_id', '=', arenaId)
    .where('battle_id', '=', battleId)
    .where('withdrawn_at', 'is', null)
    .returning('battle_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Lets one transaction at a time show this battle's names or take its vote back. Returns whether the names were shown
 * before.
 */
async function lockReveal(trx: Trx, arenaId: number, battleId: string): Promise<boolean> {
  await trx
    .selectFrom('battles')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('id', '=', battleId)
    .forNoKeyUpdate()
    .execute()
  return isRevealed(trx, arenaId, battleId)
}

/** Whether the voter of this battle has been shown its names. */
async function isRevealed(db: Db, arenaId: number, battleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reveals')
    .select('battle_id')
    .where('arena_id', '=', arenaId)
    .where('battle_id', '=', battleId)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that the names of a battle are shown, once. */
async function insertReveal(trx: Trx, arenaId: number, battleId: string, revealedAt: Date): Promise<void> {
  await trx
    .insertInto('reveals')
    .values({ arena_id: arenaId, battle_id: battleId, revealed_at: revealedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
