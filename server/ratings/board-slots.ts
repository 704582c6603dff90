/** Boards are computed one at a time: those that a job keeps current first, those that visitors ask for after them. */
import { ProblemError } from '../platform/problem.ts'
import { msg } from '../../shared/messages/index.ts'

export type Priority = 'tracked' | 'on request'

const MOST_WAITING = 8

const waiting: Record<Priority, (() => void)[]> = { tracked: [], 'on request': [] }
let busy = false

/**
 * Waits for a turn, which ends when it is disposed of.
 * @throws {ProblemError} too_many_requests when too many boards that were asked for are waiting
 */
export async function acquireSlot(priority: Priority): Promise<Disposable> {
  if (priority === 'on request' && waiting[priority].length >= MOST_WAITING)
    throw new ProblemError('too_many_requests', msg('many_boards'))
  if (busy) await new Promise<void>((resolve) => waiting[priority].push(resolve))
  busy = true
  return { [Symbol.dispose]: next }
}

function next(): void {
  const turn = waiting.tracked.shift() ?? waiting['on request'].shift()
  if (turn) turn()
  else busy = false
}
