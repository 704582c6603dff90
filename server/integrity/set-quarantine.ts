import type { Arena } from '../arenas/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { requestRating } from '../votes/index.ts'
import { insertQuarantines, lockQuarantine, selectUnknownIds } from './queries.ts'
import type { QuarantineChange } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

const MOST_NAMED = 5

/** Says one thing of votes, and asks for new boards if it is new of any. */
export async function setQuarantine(
  deps: Deps,
  arena: Arena,
  votes: readonly number[],
  word: Omit<QuarantineChange, 'at'>,
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
  const at = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    await lockQuarantine(trx, arena.id)
    const said = await insertQuarantines(trx, arena.id, votes, { ...word, at })
    if (said.length === 0) return said
    await requestRating(trx, arena.id, at, deps.publishEvery)
    await putOnRecord(trx, deps, arena.id, word.released ? 'votes_released' : 'votes_quarantined', {
      votes: said,
      reason: word.reason,
    })
    return said
  })
}
