import type { WireMessage } from '../../../shared/contracts/wire-message.ts'
import type { Problem, ProblemCode } from '../../../shared/contracts/problem.ts'
import { words } from '../words/failures/index.ts'
import type { LocalText } from '../words/messages/message-in.ts'
import { viewMessage } from '../words/messages/views.ts'
import type { FailureCode } from './failure-code.ts'

/** A call that brought nothing, and why. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly requestId: string | null
  /** Seconds the server asked to wait, or null. */
  readonly retryAfter: number | null
  /** What the server's words are made of, where they can be said in other languages. */
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

  /** What went wrong, in the language spoken; in the server's English where the page has no words for it. */
  get told(): LocalText {
    const told = viewMessage(this.message, this.finding)
    if (this.finding && !told.lang) return told
    const said = words.here[this.code]
    if (!said) return told
    return { text: typeof said === 'function' ? said(this.message) : said, lang: undefined }
  }

  /** Nothing was decided: the same call may succeed later. */
  get passing(): boolean {
    return ['offline', 'unreachable', 'unexpected', 'internal', 'database_unreachable'].includes(this.code)
  }
}

/** The failure an answer of the server stands for. */
export async function failureOf(response: Response): Promise<Failure> {
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

/** The failure behind whatever a call threw. */
export function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (!navigator.onLine) return new Failure('offline', 'offline')
  return new Failure('unreachable', String(error))
}
