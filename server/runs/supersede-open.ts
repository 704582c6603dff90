import type { Transaction } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import { applyRunEvent } from './change-status.ts'
import type { RunDeps, StatusDeps } from './run-kind.ts'
import { isOpen, isRunning } from './run-machine.ts'
import type { Run } from './run-queries.ts'

/**
 * Ends the part of a series that was left, and the series with it, for other work: what it paid for stays, and it
 * continues from there when it is asked for again. To be called by who has locked the arena's runs.
 * @param latest  the arena's latest run
 * @throws {ProblemError} challenge_under_way where the series still goes on
 */
export async function supersedeOpen(
  deps: StatusDeps,
  trx: Transaction<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  latest: Run | undefined,
): Promise<void> {
  const left = latest && isOpen(latest.status) && deps.kinds.of(latest).series ? latest : undefined
  // between two runs of a series none is open
  if ((await isSeriesOpen(deps, trx, id)) && (!left || isRunning(left.status))) throw challengeUnderWay(slug)
  if (left) await applyRunEvent(deps, trx, left, 'supersede')
}

/** Whether work that takes several runs is not over in this arena. */
export async function isSeriesOpen(
  { kinds }: Pick<RunDeps, 'kinds'>,
  trx: Transaction<Database>,
  arenaId: number,
): Promise<boolean> {
  for (const series of kinds.series) if (await series.isOpen(trx, arenaId)) return true
  return false
}

/** A challenge of the arena is being judged, and nothing else can be until it ends. */
export const challengeUnderWay = (slug: string): ProblemError =>
  new ProblemError('challenge_under_way', msg('challenge_under_way', { arena: slug }))
