/**
 * Calls to models: why they fail, when a failed one is tried again, and which providers this process can call. Always
 * holds: each failure has one cause, which alone decides what follows. Runs decide which calls are made, pay for them and
 * record them.
 */
export {
  toCallFailure,
  causeCode,
  causeOfRun,
  storedCause,
  countCalls,
  FIRST_WAIT_MS,
  GIVEN_UP,
  INTERNAL,
  isAttempt,
  isRetryable,
  MAX_ATTEMPTS,
  MAX_REPLIES,
  logUnlessDisconnected,
  unusable,
  waitAfter,
} from './calls.ts'
export type { CallCounts, CallEnd, CallFailure, CallContext, StoredCause } from './calls.ts'
export { providerConfig, endpointState, providerFlag, openEndpoints } from './endpoints.ts'
export type { Endpoint, Endpoints } from './endpoints.ts'
