/** What jobs that call models need in addition to other dependencies; made once per process. */
import type { Endpoints } from './endpoints.ts'
import type { RunDeps } from './run-kind.ts'
import type { RunStops } from './run-stops.ts'

export interface JobContext extends RunDeps {
  endpoints: Endpoints
  /** Ends calls under way that end with their run. */
  stops: RunStops
  /** The wait before the second attempt at a call, in ms. */
  firstWaitMs: number
  /** Aborted when no more calls may start. */
  closing: AbortSignal
  /** Aborted later than `closing`, when calls under way must end. */
  givingUp: AbortSignal
}
