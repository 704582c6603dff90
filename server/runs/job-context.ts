/** What jobs that call models need beside what every verb needs; made once per process. */
import type { Endpoints } from './endpoints.ts'
import type { RunDeps } from './run-kind.ts'

export interface JobContext extends RunDeps {
  endpoints: Endpoints
  /** Before a call is tried again for the first time. */
  firstWaitMs: number
  /** Aborted when no further call is to go out. */
  closing: AbortSignal
  /** Aborted when calls under way are to be given up, later than `closing`. */
  givingUp: AbortSignal
}
