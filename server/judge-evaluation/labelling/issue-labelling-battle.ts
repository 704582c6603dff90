import type { IssuedBattle } from '../../../shared/contracts/index.ts'
import { mustBeOpen } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { criterionOf, showPair, withPrivateArena } from '../../battles/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { readConsistently } from '../consistent-read-queries.ts'
import { drawJudgedPair, drawRepeat } from './queue-queries.ts'
import type { JudgedPair } from './queue-queries.ts'
import { msg } from '../../../shared/messages/index.ts'

/** The shares of battles on pairs that another voter has decided, and on pairs that this voter has decided. */
const SHARE_OF_SECOND_VOTERS = 0.1
const SHARE_OF_REPEATS = 0.1
const ATTEMPTS = 5

/**
 * Issues a blind battle from the labelling queue. Most of its pairs have no human vote yet. Some were decided by
 * another voter, and some by this one, now with sides swapped. They show how far people agree, which is the upper
 * bound for a judge.
 * @throws {ProblemError} nothing_left_to_vote_on if no judged pair is left for this voter; invalid_request if the
 *   arena does not have the criterion; too_many_requests if every attempt lost a race
 */
export async function issueLabellingBattle(
  deps: Deps,
  arena: Arena,
  voter: string,
  requestedCriterion?: string,
): Promise<IssuedBattle> {
  await mustBeOpen(deps.db, arena, deps.clock())
  const criteria =
    requestedCriterion === undefined ? arena.criteria : [criterionOf(arena, requestedCriterion)]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const pair = await draw(deps, arena, voter, criteria)
    if (!pair) throw nothingToLabel(arena)
    const { criterion, promptId, one, other, repeatOf } = pair
    const isSwapped = repeatOf === null ? deps.random() < 0.5 : true
    const [left, right] = isSwapped ? [other, one] : [one, other]
    const shown = { arenaId: arena.id, voter, criterion, promptId, left, right }
    const issued = await showPair(deps, {
      ...shown,
      origin: 'calibration',
      ...(repeatOf !== null && { repeatOf }),
    })
    if (issued) return withPrivateArena(issued, arena)
  }
  throw new ProblemError('too_many_requests', msg('many_battles_at_once'))
}

async function draw(
  { db, random }: Deps,
  arena: Arena,
  voter: string,
  criteria: string[],
): Promise<JudgedPair | undefined> {
  const kind = random()
  const seed = Math.floor(random() * 2 ** 31)
  const repeat = () => drawRepeat(db, arena.id, voter, criteria, seed)
  const judged = (by: 'nobody' | 'another') =>
    readConsistently(db, (trx) =>
      drawJudgedPair(trx, { arenaId: arena.id, voter, criteria, seed, decidedBy: by }),
    )
  if (kind < SHARE_OF_REPEATS) {
    const pair = await repeat()
    if (pair) return pair
  }
  const isForSecond = kind < SHARE_OF_REPEATS + SHARE_OF_SECOND_VOTERS
  for (const by of isForSecond ? (['another', 'nobody'] as const) : (['nobody', 'another'] as const)) {
    const pair = await judged(by)
    if (pair) return pair
  }
  return undefined
}

function nothingToLabel({ slug }: Arena): ProblemError {
  return new ProblemError('nothing_left_to_vote_on', msg('nothing_to_label', { arena: slug }))
}
