import {
  FIND_LEAKS_TASK,
  findInjections,
  findLeaks,
  INJECTION_RULES,
  LEAK_RULES,
  selectArenasToSearch,
  selectUnsearchedArenas,
  settleLeaks,
} from '../../answers/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { addJobs } from '../../platform/jobs.ts'
import { requestRating } from '../../votes/index.ts'

/**
 * The job that searches texts of an arena that no present rules have searched, and brings votes in line that were cast while
 * a leak was recorded. It also searches answers for words that speak to a judge. Doing it twice changes nothing.
 */
export async function searchLeaks(deps: Deps, { arenaId }: { arenaId: number }): Promise<void> {
  const at = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const { found, released, votes } = await findLeaks(trx, arenaId, at)
    const changed = votes + (await settleLeaks(trx, arenaId, at))
    await findInjections(trx, arenaId)
    if (found + released > 0)
      await putOnRecord(trx, { actor: 'server', clock: () => at }, arenaId, 'leaks_searched', {
        found,
        released,
        votes: changed,
      })
    if (found + released + changed > 0) await requestRating(trx, arenaId, at, deps.publishEvery)
  })
}

/** Queues the search of every arena with texts that rules of this version have not searched. */
export async function requestLeakSearches({ db }: Pick<Deps, 'db'>): Promise<void> {
  const arenas = [
    ...(await selectUnsearchedArenas(db, LEAK_RULES)),
    ...(await selectArenasToSearch(db, INJECTION_RULES)),
  ]
  await addJobs(
    db,
    [...new Set(arenas)].map((arenaId) => ({
      task: FIND_LEAKS_TASK,
      payload: { arenaId },
      queue: `arena-${arenaId}`,
      key: `${FIND_LEAKS_TASK}-${arenaId}`,
    })),
  )
}
