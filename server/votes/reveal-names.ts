import type { ShownBattle } from '../battles/index.ts'
import { TAKE_BACK_SECONDS } from '../../shared/contracts/index.ts'
import type { Outcome, VoteReceipt } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { mayBeTakenBack } from '../platform/publication.ts'
import { insertReveal, isRevealed, lockReveal, selectDecision } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

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
export async function receiptOf(
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
    await deps.limits.count('namesOfVoter', voter),
    await deps.limits.count('namesOfNetwork', network),
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
