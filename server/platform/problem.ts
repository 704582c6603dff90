/** The error that domains throw for their callers. http/http.ts turns it into RFC 9457 problem details. */
import { PROBLEM_STATUS } from '../../shared/contracts/problem.ts'
import type { FileProblem, ProblemCode } from '../../shared/contracts/index.ts'
import { englishText, type AnyMessage } from '../../shared/messages/index.ts'

export interface ProblemDetails {
  /** Seconds after which the same request may succeed. */
  retryAfter?: number
  /** The problems of files that were sent, each with its place. */
  problems?: readonly FileProblem[]
  /** The contestant or prompt that is refused, so that callers can find its place in a file. */
  about?: { contestant: string } | { prompt: string }
}

export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode
  readonly more: ProblemDetails
  readonly finding: AnyMessage

  /** @param finding  what is wrong, where, and what to do; the caller is shown it unchanged */
  constructor(code: ProblemCode, finding: AnyMessage, more: ProblemDetails = {}) {
    super(englishText(finding))
    this.finding = finding
    this.code = code
    this.more = more
  }

  get status() {
    return PROBLEM_STATUS[this.code]
  }
}
