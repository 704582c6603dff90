/** The one kind of error a domain throws for its caller; http.ts turns it into RFC 9457 problem details. */
import { PROBLEM_STATUS } from '../../shared/contracts/index.ts'
import type { ProblemCode } from '../../shared/contracts/index.ts'

export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode

  /** @param detail says what is wrong, where, and what to do; it is shown to the caller as it stands */
  constructor(code: ProblemCode, detail: string) {
    super(detail)
    this.code = code
  }

  get status() {
    return PROBLEM_STATUS[this.code]
  }
}
