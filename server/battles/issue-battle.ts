import type { Arena } from '../arenas/index.ts'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { drawBattle } from '../sampling/index.ts'
import { sharedPairFor } from '../voters/index.ts'
import type { ArenaVoter } from '../voters/index.ts'
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
    const draw = shared ?? (await drawBattle(deps, arena, voter, criterion))
    const issued = await showPair(deps, { arenaId: arena.id, voter, criterion, ...draw, origin: 'page' })
    if (issued)
      return needsProof(arena) ? { ...issued, puzzle: await puzzleFor(deps, issued.battle.id) } : issued
  }
  throw new ProblemError('too_many_requests', msg('many_battles_at_once'))
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
