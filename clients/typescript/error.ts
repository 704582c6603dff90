import type { FileProblem, Problem } from '../../shared/contracts/problem.ts'

/** A request that the server refused, or that did not reach it. */
export class DeadheatError extends Error {
  override readonly name = 'DeadheatError'
  /** The HTTP status; null if the server did not answer. */
  readonly status: number | null
  /** Why, such as `arena_unknown`; `unreachable` or `unexpected` if the server gave no code. */
  readonly code: string
  /** Seconds after which the server lets the request be sent again. */
  readonly retryAfter: number | null
  /** The id under which the server's log has the request. */
  readonly requestId: string | null
  /** What is wrong in the files that were sent. */
  readonly problems: readonly FileProblem[]

  constructor(message: string, code: string, response: Response | null, problem: Partial<Problem>) {
    super(message)
    this.code = code
    this.status = response?.status ?? null
    this.retryAfter = Number(response?.headers.get('retry-after')) || null
    this.requestId = problem.requestId ?? response?.headers.get('x-request-id') ?? null
    this.problems = problem.problems ?? []
  }
}
