import type { CodedMessage } from '../../shared/messages/index.ts'
import { ProblemError } from '../platform/problem.ts'

/** @throws {ProblemError} invalid_request: a challenge cannot be tried like this */
export function rejectChallenge(said: CodedMessage): never {
  throw new ProblemError('invalid_request', said)
}
