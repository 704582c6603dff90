import type { Said } from '../../../shared/findings/index.ts'
import { ProblemError } from '../../platform/problem.ts'

/** @throws {ProblemError} invalid_request: a challenge cannot be tried like this */
export function refuse(said: Said): never {
  throw new ProblemError('invalid_request', said)
}
