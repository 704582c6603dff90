/**
 * Boards are computed one at a time: boards of tracked views first, then those that visitors request, then those of
 * past days.
 */
import { ProblemError } from '../platform/problem.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectSnapshot } from './snapshots.ts'
import type { ArenaView } from './view.ts'

export type Priority = 'tracked' | 'on request' | 'past'

const MOST_WAITING = 8

const waiting: Record<Priority, (() => void)[]> = { tracked: [], 'on request': [], past: [] }
let busy = false

/**
 * Waits for the slot, computes, and releases the slot.
 * @throws {ProblemError} too_many_requests when too many boards on request are waiting
 */
export async function withSlot<Computed>(
  priority: Priority,
  compute: () => Promise<Computed>,
): Promise<Computed> {
  if (priority === 'on request' && waiting[priority].length >= MOST_WAITING)
    throw new ProblemError('too_many_requests', msg('many_boards'))
  if (busy) await new Promise<void>((resolve) => waiting[priority].push(resolve))
  busy = true
  try {
    return await compute()
  } finally {
    release()
  }
}

function release(): void {
  const next = waiting.tracked.shift() ?? waiting['on request'].shift() ?? waiting.past.shift()
  if (next) next()
  else busy = false
}

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
  if (snapshot?.tracked) return count(true)
  return withSlot('on request', () => count(false))
}
