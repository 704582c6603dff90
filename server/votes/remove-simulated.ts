import type { Arena } from '../arenas/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { retractSimulated } from './queries.ts'
import { requestRating } from './request-rating.ts'

/**
 * Retracts every simulated vote of an arena for good, so that no board, count or export has them. The votes stay in the
 * database, so the same simulation again adds nothing.
 * @returns how many
 */
export async function removeSimulatedVotes(deps: Deps, { id: arenaId }: Pick<Arena, 'id'>): Promise<number> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const removed = await retractSimulated(trx, arenaId, now)
    if (removed === 0) return 0
    await requestRating(trx, arenaId, deps.publishEvery)
    await putOnRecord(trx, deps, arenaId, 'simulated_votes_removed', { votes: removed })
    return removed
  })
}
