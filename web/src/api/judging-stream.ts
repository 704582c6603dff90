import type { JudgingState } from '../../../shared/contracts/judging.ts'
import { followEvents } from './event-stream.ts'
import type { Failure } from './failure.ts'

const LONGEST_WAIT_MS = 10_000

interface Listener {
  onState(state: JudgingState): void
  /** Called when the connection opens, and when it is lost and retried. */
  onConnected(connected: boolean): void
  /** Called when the server refuses the request. There is no retry. */
  onRefused(failure: Failure): void
}

/** Calls back with the progress of judging as it changes. Returns a function that stops it. */
export function followJudging(arena: string, { onState, ...listener }: Listener): () => void {
  return followEvents(`/api/admin/arenas/${arena}/judging/stream`, {
    ...listener,
    onData: (text) => onState(JSON.parse(text) as JudgingState),
    longestWaitMs: LONGEST_WAIT_MS,
  })
}
