import type { Arena } from '../arenas/index.ts'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/http/http.ts'
import { drawBattle, type Draw } from '../sampling/index.ts'
import { assignedPairsFor, sharedPairFor, takeAssigned, type ArenaVoter } from '../voters/index.ts'
import { puzzleFor } from './puzzle.ts'
import { showPair } from './show-pair.ts'
import { msg } from '../../shared/messages/index.ts'

const ATTEMPTS = 5

/**
 * Draws a pair and a prompt for this voter, or one that an invited voter's group shares, records the battle and returns it
 * with its ticket. Two requests of one voter at the same time may draw the same pair; the second one then draws again.
 */
export async function issueBattle(
  deps: Deps,
  { arena, voter, isInvited }: ArenaVoter,
  requestedCriterion?: string,
): Promise<IssuedBattle> {
  const criterion = criterionOf(arena, requestedCriterion)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const shared = isInvited ? await sharedPairFor(deps, arena, voter, criterion) : null
    const issued =
      (isInvited && shared === null ? await showAssigned(deps, arena, voter, criterion) : null) ??
      (await show(deps, arena, voter, criterion, shared ?? (await drawBattle(deps, arena, voter, criterion))))
    if (issued)
      return needsProof(arena) ? { ...issued, puzzle: await puzzleFor(deps, issued.battle.id) } : issued
  }
  throw new ProblemError('too_many_requests', msg('many_battles_at_once'))
}

const show = (deps: Deps, arena: Arena, voter: string, criterion: string, draw: Draw) =>
  showPair(deps, { arenaId: arena.id, voter, criterion, ...draw, origin: 'page' })

/** Shows the next pair of the voter's group that needs votes; null if there is none. */
async function showAssigned(
  deps: Deps,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<IssuedBattle | null> {
  const draws = await assignedPairsFor(deps, arena, voter, criterion)
  if (draws.length === 0) return null
  return deps.db.transaction().execute(async (trx) => {
    const draw = await takeAssigned(trx, arena, draws, { voter, criterion, now: deps.clock() })
    return draw && show({ ...deps, db: trx }, arena, voter, criterion, draw)
  })
}

const needsProof = ({ settings }: Arena) => settings.proofOfWork === 'on'

/** The criterion that was asked for, or the arena's first. */
export function criterionOf({ slug, criteria }: Arena, requestedCriterion: string | undefined): string {
  if (requestedCriterion === undefined) return criteria[0]
  if (criteria.includes(requestedCriterion)) return requestedCriterion
  throw new ProblemError(
    'invalid_request',
    msg('criterion_unknown', { arena: slug, criterion: requestedCriterion, there: criteria }),
  )
}
