import type { CodedMessage } from '../../shared/messages/index.ts'
import type { StopEvent } from './challenge-machine.ts'

/** A challenge ends without an entry in the log, and why. */
export interface Stop {
  kind: 'stop'
  event: StopEvent
  cause: CodedMessage
}

/** The outcome of a step: a result, a run to wait for, or the challenge's end. */
export type Step<Result> = { kind: 'result'; result: Result } | { kind: 'waiting' } | Stop

export const WAITING = { kind: 'waiting' } as const

export const resultOf = <Result>(result: Result): Step<Result> => ({ kind: 'result', result })

export const stop = (event: StopEvent, cause: CodedMessage): Stop => ({ kind: 'stop', event, cause })
