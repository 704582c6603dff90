import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectSnapshot } from './snapshot-queries.ts'
import { withSlot } from './board-slots.ts'
import type { ArenaView } from './arena-view.ts'

/**
 * Counts a view. A tracked view has its tally, so it is counted at once. Any other view is counted from scratch, one at
 * a time.
 * @throws {ProblemError} too_many_requests when too many views that are not tracked are being counted
 */
export async function inSlot<Counted>(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  view: ArenaView,
  count: (isTracked: boolean) => Promise<Counted>,
): Promise<Counted> {
  const snapshot = await selectSnapshot(db, arena.id, view.key)
  if (snapshot?.kept) return count(true)
  return withSlot('on request', () => count(false))
}
