/** Boards are computed one at a time: those that a job keeps current first, those that visitors ask for after them. */
import { ProblemError } from '../platform/problem.ts'
import { msg } from '../../shared/messages/index.ts'

export type Why = 'kept' | 'asked for'

const MOST_WAITING = 8

const waiting: Record<Why, (() => void)[]> = { kept: [], 'asked for': [] }
let busy = false

/**
 * Waits for a turn, which ends when it is disposed of.
 * @throws {ProblemError} too_many_requests when too many boards that were asked for are waiting
 */
export async function takeTurn(why: Why): Promise<Disposable> {
  if (why === 'asked for' && waiting[why].length >= MOST_WAITING)
    throw new ProblemError('too_many_requests', msg('many_boards'))
  if (busy) await new Promise<void>((resolve) => waiting[why].push(resolve))
  busy = true
  return { [Symbol.dispose]: next }
}

function next(): void {
  const turn = waiting.kept.shift() ?? waiting['asked for'].shift()
  if (turn) turn()
  else busy = false
}
