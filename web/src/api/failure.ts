import type { ProblemCode, WireMessage, Problem } from '../../../shared/contracts/problem.ts'
import { textByKey, words } from '../words/words.ts'
import { type LocalText, serverText } from '../words/messages/index.ts'

const PASSING = /^(offline|unreachable|unexpected|internal|database_unreachable|board_computing)$/

/** Why a request failed: an error code of the server, no connection, or a response that is no problem document. */
export type FailureCode = ProblemCode | 'offline' | 'unreachable' | 'unexpected'

/** A failed request, and why it failed. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly requestId: string | null
  /** Seconds the server asked to wait, or null. */
  readonly retryAfter: number | null
  /** The server's message as a code with values, so the page can translate it. */
  readonly finding: WireMessage | null

  constructor(
    code: FailureCode,
    detail: string,
    requestId: string | null = null,
    retryAfter: number | null = null,
    finding: WireMessage | null = null,
  ) {
    super(detail)
    this.name = 'Failure'
    this.code = code
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.finding = finding
  }

  /** What went wrong, in the language of the page. English if the page has no translation. */
  get localText(): LocalText {
    if (this.code === 'unexpected') return inPageLanguage(words.failures.unexpected({ status: this.message }))
    if (this.code === 'offline') return inPageLanguage(words.failures.offline)
    if (this.code === 'unreachable') return inPageLanguage(words.failures.unreachable)
    // the server's message says more than the page's text for its code
    const fromServer = serverText(this.message, this.finding)
    const text = textByKey(this.code, words.failures.ofServer)
    return fromServer.lang && text ? inPageLanguage(text) : fromServer
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    return PASSING.test(this.code)
  }
}

const inPageLanguage = (text: string): LocalText => ({ text, lang: undefined })

/** Reads a failure from a server's error response. */
export async function responseFailure(response: Response): Promise<Failure> {
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null
  if (typeof problem?.code !== 'string') {
    return new Failure(response.status >= 502 ? 'unreachable' : 'unexpected', String(response.status))
  }
  const wait = Number(response.headers.get('retry-after'))
  return new Failure(
    problem.code as ProblemCode,
    problem.detail ?? problem.title ?? problem.code,
    problem.requestId ?? null,
    wait > 0 ? wait : null,
    problem.finding ?? null,
  )
}

/** Turns anything that a request threw into a `Failure`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (!navigator.onLine) return new Failure('offline', 'offline')
  return new Failure('unreachable', String(error))
}
