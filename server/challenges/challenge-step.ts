import type { CodedMessage } from '../../shared/messages/index.ts'
import type { StopEvent } from './challenge-machine.ts'

/** A challenge comes to its end without an entry in the log, and why. */
export interface Stop {
  is: 'stop'
  event: StopEvent
  cause: CodedMessage
}

/** What a step of a challenge came to: a result, a run that goes on, or the challenge's end. */
export type Step<Result> = { is: 'result'; result: Result } | { is: 'waiting' } | Stop

export const WAITING = { is: 'waiting' } as const

export const resultOf = <Result>(result: Result): Step<Result> => ({ is: 'result', result })

export const stop = (event: StopEvent, cause: CodedMessage): Stop => ({ is: 'stop', event, cause })
