/**
 * Boards are computed one at a time: boards of tracked views first, then those that visitors request, then those of
 * past days.
 */
import { ProblemError } from '../platform/http/http.ts'
import { msg } from '../../shared/messages/index.ts'

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
