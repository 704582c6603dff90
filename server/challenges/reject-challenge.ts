import type { CodedMessage } from '../../shared/messages/index.ts'
import { ProblemError } from '../platform/http/http.ts'

/** @throws {ProblemError} invalid_request, because the challenge is not possible */
export function rejectChallenge(reason: CodedMessage): never {
  throw new ProblemError('invalid_request', reason)
}
