import type { ProblemCode } from '../../../shared/contracts/problem.ts'

/** Why a call brought nothing: a problem that the server named, no server at all, or an answer that is no problem document. */
export type FailureCode = ProblemCode | 'offline' | 'unreachable' | 'unexpected'
