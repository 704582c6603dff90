/** The one kind of error a domain throws for its caller; http.ts turns it into RFC 9457 problem details. */
import { PROBLEM_STATUS } from '../../shared/contracts/index.ts'
import type { FileProblem, ProblemCode } from '../../shared/contracts/index.ts'
import { inEnglish } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'

export interface MoreToTell {
  /** Seconds after which the same may succeed. */
  retryAfter?: number
  /** What is wrong with files that were sent, place by place. */
  problems?: readonly FileProblem[]
  /** What of an arena is refused, by which callers find its place in a file. */
  about?: { contestant: string } | { prompt: string }
}

export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode
  readonly more: MoreToTell
  readonly said: CodedMessage

  /** @param said says what is wrong, where, and what to do; it is shown to the caller as it stands */
  constructor(code: ProblemCode, said: CodedMessage, more: MoreToTell = {}) {
    super(inEnglish(said))
    this.said = said
    this.code = code
    this.more = more
  }

  get status() {
    return PROBLEM_STATUS[this.code]
  }
}
