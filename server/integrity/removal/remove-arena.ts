import type { RemovedArena } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { removeJobsOf } from '../../platform/jobs.ts'
import { ProblemError } from '../../platform/problem.ts'
import { isOpen, lockRuns } from '../../runs/index.ts'
import { countRows, deleteArena, lockRows, selectArenaTables } from './queries.ts'

/**
 * Removes an arena for good, with all its rows and waiting jobs, in one transaction. One entry of the server's log stays.
 * @param confirm the slug of the arena once more
 * @throws {ProblemError} invalid_request if `confirm` is not the slug, or while a run is open
 */
export async function removeArena(deps: Deps, arena: Arena, confirm: string): Promise<RemovedArena> {
  const { id, slug } = arena
  if (confirm !== slug)
    throw new ProblemError('invalid_request', msg('removal_not_confirmed', { arena: slug, confirm }))
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, id)
    if (run && isOpen(run.status))
      throw new ProblemError('invalid_request', msg('run_still_open', { arena: slug }))
    const tables = await selectArenaTables(trx)
    await lockRows(trx, id, tables)
    const removed = { arena: slug, ...(await countRows(trx, id)) }
    await deleteArena(trx, id, tables)
    await removeJobsOf(trx, id)
    await putOnRecord(trx, deps, null, 'arena_removed', removed)
    return removed
  })
}
