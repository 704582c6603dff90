import type { Transaction } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Database } from '../platform/schema.ts'
import { applyRunEvent } from './change-status.ts'
import type { RunDeps, StatusDeps } from './run-kind.ts'
import { isOpen, isRunning } from './run-machine.ts'
import type { Run } from './run-queries.ts'

/**
 * Ends the stopped run of a series, and the series with it, to make room for other work. What it paid for stays, and
 * the series continues from there when it is started again. The caller must have locked the arena's runs.
 * @param latest  the arena's latest run
 * @throws {ProblemError} challenge_under_way if the series is still running
 */
export async function supersedeOpen(
  deps: StatusDeps,
  trx: Transaction<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  latest: Run | undefined,
): Promise<void> {
  const stopped = latest && isOpen(latest.status) && deps.kinds.of(latest).series ? latest : undefined
  // between two runs of a series, no run is open
  if ((await isSeriesOpen(deps, trx, id)) && (!stopped || isRunning(stopped.status)))
    throw challengeUnderWay(slug)
  if (stopped) await applyRunEvent(deps, trx, stopped, 'supersede')
}

/** Whether a series of the arena is open. */
export async function isSeriesOpen(
  { kinds }: Pick<RunDeps, 'kinds'>,
  trx: Transaction<Database>,
  arenaId: number,
): Promise<boolean> {
  for (const series of kinds.series) if (await series.isOpen(trx, arenaId)) return true
  return false
}

/** The error while a challenge of the arena runs: nothing else can be judged until it ends. */
export const challengeUnderWay = (slug: string): ProblemError =>
  new ProblemError('challenge_under_way', msg('challenge_under_way', { arena: slug }))
