import type { Arena } from '../arenas/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { requestRating } from '../votes/index.ts'
import { insertQuarantines, lockQuarantine, selectUnknownIds } from './queries.ts'
import type { QuarantineChange } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

const MOST_NAMED = 5

/** Records a quarantine or a release of votes, and asks for new boards if any vote changed. */
export async function setQuarantine(
  deps: Deps,
  arena: Arena,
  votes: readonly number[],
  change: Omit<QuarantineChange, 'changedAt'>,
): Promise<number[]> {
  const unknown = await selectUnknownIds(deps.db, arena.id, votes)
  if (unknown.length > 0)
    throw new ProblemError(
      'vote_unknown',
      msg('no_such_votes', {
        arena: arena.slug,
        votes: unknown.slice(0, MOST_NAMED).map(String),
        more: unknown.length > MOST_NAMED,
      }),
    )
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    await lockQuarantine(trx, arena.id)
    const changed = await insertQuarantines(trx, arena.id, votes, { ...change, changedAt: now })
    if (changed.length === 0) return changed
    await requestRating(trx, arena.id, deps.publishEvery)
    await putOnRecord(trx, deps, arena.id, change.released ? 'votes_released' : 'votes_quarantined', {
      votes: changed,
      reason: change.reason,
      ...(change.finding && { finding: change.finding }),
    })
    return changed
  })
}
