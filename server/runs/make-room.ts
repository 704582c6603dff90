import type { Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { applyRunEvent } from './change-status.ts'
import type { StatusDeps } from './run-kind.ts'
import { isOccupying, isOpen } from './run-machine.ts'
import { lockRuns } from './run-queries.ts'
import { isSeriesOpen } from './supersede-open.ts'

/** Other judging of the arena runs or is paused. */
export class ArenaBusyError extends Error {
  override name = 'ArenaBusyError'
}

/**
 * Makes room for a new run without touching work that goes on or waits for its operator: ends a run, or a challenge, that
 * stopped at its budget, and keeps what it paid for. Locks the arena's runs.
 * @throws {ArenaBusyError} while a run is running or paused, or a challenge goes on
 */
export async function makeRoom(deps: StatusDeps, trx: Transaction<Database>, arenaId: number): Promise<void> {
  const latest = await lockRuns(trx, arenaId)
  const stopped = latest && isOpen(latest.status) && !isOccupying(latest.status) ? latest : null
  const isOfSeries = stopped !== null && deps.kinds.of(stopped).series !== undefined
  if ((latest && isOccupying(latest.status)) || (!isOfSeries && (await isSeriesOpen(deps, trx, arenaId))))
    throw new ArenaBusyError('other judging of the arena is open')
  if (stopped) await applyRunEvent(deps, trx, stopped, 'supersede')
}
