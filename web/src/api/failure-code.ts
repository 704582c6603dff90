import type { ProblemCode } from '../../../shared/contracts/problem.ts'

/** Why a request failed: an error code of the server, no connection, or a response that is no problem document. */
export type FailureCode = ProblemCode | 'offline' | 'unreachable' | 'unexpected'
