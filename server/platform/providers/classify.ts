/** Turns an error of a request into a ProviderError: the kind of failure, and a message without the key. */
import { isRecord } from '../json.ts'
import { HttpError, TooLargeError } from './exchange.ts'
import { PrivateAddressError } from './public-fetch.ts'
import { providerFault, ProviderError, type ProviderFailure } from './provider.ts'
import { redactMessage, type Secrets } from './redact.ts'
import { msg } from '../../../shared/messages/index.ts'

interface Attempt {
  /** The provider's name in messages. */
  provider: string
  model: string
  /** The path of the address that was called. */
  path?: string
  key: Secrets
  timeoutMs: number
  clock: () => Date
}

/** The body of an error: OpenAI's, Anthropic's, or a bare text. */
interface ErrorBody {
  message: string
  code: string
  param: string
}

/**
 * Makes one attempt, whatever its number of requests, within its time.
 * @param callers the signal of the caller; that of `work` also ends with the time
 * @throws {ProviderError} with the provider's name, its status and its own line on it
 * @throws the reason of the caller's signal, if it is aborted
 */
export async function attempt<Result>(
  request: Attempt,
  callers: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  callers?.throwIfAborted()
  const expired = AbortSignal.timeout(request.timeoutMs)
  try {
    return await work(callers ? AbortSignal.any([callers, expired]) : expired)
  } catch (error) {
    callers?.throwIfAborted()
    throw asProviderError(error, request, expired.aborted)
  }
}

function asProviderError(error: unknown, attempt: Attempt, timedOut: boolean): ProviderError {
  if (error instanceof ProviderError) return error
  const { provider, key } = attempt
  if (timedOut) {
    return new ProviderError(
      'timeout',
      msg('provider_timeout', { provider, seconds: attempt.timeoutMs / 1000 }),
    )
  }
  if (error instanceof MidReplyError)
    return new ProviderError('cut', asProviderError(error.cause, attempt, false).finding)
  if (error instanceof TooLargeError) {
    return new ProviderError(
      'too_large',
      providerFault(provider, `was cut off: the reply is larger than ${error.mebibytes} MiB`),
    )
  }
  if (error instanceof HttpError) {
    const body = parseErrorBody(error)
    const failure = failureOfStatus(error.status, body)
    const message = msg('provider_answered', {
      provider,
      status: error.status,
      line: body.message,
      advice: adviceFor(failure, error.status, attempt),
    })
    return new ProviderError(
      failure,
      redactMessage(message, key),
      retryAfterMs(error.headers, attempt.clock()),
    )
  }
  if (error instanceof PrivateAddressError)
    return new ProviderError(
      'unreachable',
      msg('provider_private', { provider, address: error.address }),
      null,
      null,
      true,
    )
  const fault = whyNeverReached(error)
  if (fault) {
    const why = WHY_UNREACHED[fault] ?? 'no connection'
    return new ProviderError('unreachable', msg('provider_unreachable', { provider, why, fault }))
  }
  return new ProviderError(
    'cut',
    providerFault(provider, 'closed the connection before its reply was complete'),
  )
}

/** Only so many characters of an error are read: expressions that look for words in it are slow on long lines. */
const LONGEST_READ = 5000

/** The server's own text in an error, its first 5,000 characters; empty if it sent none. */
export function parseErrorBody({ body }: Pick<HttpError, 'body'>): ErrorBody {
  const start = (text: string) => text.slice(0, LONGEST_READ)
  if (typeof body === 'string') return { message: start(body), code: '', param: '' }
  const outer = isRecord(body) ? body : {}
  const inner = isRecord(outer['error']) ? outer['error'] : outer
  const message = inner['message'] ?? inner['error'] ?? inner['detail'] ?? inner
  const codes = [inner['code'], inner['type']].filter((value) => typeof value === 'string')
  return {
    message: start(typeof message === 'string' ? message : asJson(message)),
    code: start(codes.join(' ')),
    param: typeof inner['param'] === 'string' ? start(inner['param']) : '',
  }
}

/** A failure in the middle of a reply, of which text has come: it may be charged, and the call is not made again by itself. */
export class MidReplyError extends Error {
  override name = 'MidReplyError'

  constructor(cause: unknown) {
    super('the reply broke off', { cause })
  }
}

/** The statuses that errors have where they are no part of a reply, by words of their codes. */
const STATUSES: Record<string, number> = {
  invalid_request: 400,
  authentication: 401,
  permission: 403,
  not_found: 404,
  rate_limit: 429,
  overloaded: 529,
}

/** An error that a server sent as a reply, or in one, after a status of success. */
export function errorFromReply(body: { error: unknown }): HttpError {
  const number = isRecord(body.error) ? body.error['code'] : null
  if (typeof number === 'number' && number >= 400) return new HttpError(number, body)
  const { code } = parseErrorBody({ body })
  const name = Object.keys(STATUSES).find((words) => code.includes(words))
  return new HttpError(name === undefined ? 500 : STATUSES[name], body)
}

/** The error event of a stream, from the error of a client that read it; null if it is another error. */
export function streamError(error: unknown): HttpError | null {
  const sent = error instanceof Error && 'error' in error ? error.error : undefined
  if (sent === undefined) return null
  return errorFromReply({ error: isRecord(sent) && 'error' in sent ? sent['error'] : sent })
}

/** As JSON; empty if it is nested too deeply to be written. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}

/** Some servers answer with 400 to a key that they refuse. */
const KEY_REFUSED = /invalid_api_key|api[ _]key[ _](?:not|in)[ _]?valid|(?:invalid|incorrect) api key/i

/** The failure that a status means, together with the text and code of its error. */
function failureOfStatus(status: number, { message, code }: ErrorBody): ProviderFailure {
  const text = `${code} ${message}`
  if (
    status === 402 ||
    /insufficient_quota|billing_|credit balance|exceeded your current quota/i.test(text)
  ) {
    return 'out_of_quota'
  }
  if (status === 401 || status === 403 || (status === 400 && KEY_REFUSED.test(text))) return 'unauthorised'
  if (status === 404 || /model_not_found|model .*(does not exist|not found)/i.test(text))
    return 'model_unknown'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 503 || status === 529 || /overloaded/i.test(code)) return 'overloaded'
  if (status >= 500 || status === 409 || status === 425) return 'server_error'
  return 'bad_request'
}

/** Whether an error is a 404 about the model. A 404 about a missing route may contain the model's name too, in the path. */
export function isUnknownModelError(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status !== 404) return false
  const { message, code } = parseErrorBody(error)
  if (/model_not_found/.test(code) || message.startsWith('model: ')) return true
  return !message.includes('/models') && /(?:^|[\s"'`])model\s.*(?:does not exist|not found)/i.test(message)
}

function adviceFor(failure: ProviderFailure, status: number, { model, path = '' }: Attempt): string {
  if (failure === 'unauthorised') return 'give it a valid key'
  if (failure === 'model_unknown')
    return `asked for model ${model}${path && ` at ${path}`}: check its name and the base URL`
  if (status >= 300 && status < 400) return 'it points elsewhere: give that address as the base URL'
  return ''
}

/** The messages for the codes of Node that are met most often. */
const WHY_UNREACHED: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'name not resolved',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no network',
}

const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])
const NO_CONNECTION =
  /^(UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO_SELF|UNABLE_TO_)/

/** The code or message of an error, or of its cause, that shows that nothing has arrived; null: something may have. */
function whyNeverReached(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null
  const { code, syscall, cause } = error as NodeJS.ErrnoException
  if (code && (CONNECTING.has(syscall) || NO_CONNECTION.test(code))) return code
  if (error.message === 'bad port') return 'HTTP calls to that port are blocked'
  const causes = [cause, ...(error instanceof AggregateError ? error.errors : [])]
  return causes.map((nested) => whyNeverReached(nested, depth + 1)).find((why) => why !== null) ?? null
}

// RFC 9110, section 10.2.3, and the header in milliseconds that both providers send beside it.

/** The longest wait in ms. A provider that asks for more is still called again after it. */
const LONGEST_MS = 600_000

/**
 * How long a server asks to wait, in ms from `now`, 10 minutes at most. Null if the header is missing or invalid.
 * `retry-after-ms` is finer and comes first; `retry-after` is in seconds or an HTTP date.
 */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const requestedMs = askedFor(headers, now)
  return requestedMs === null ? null : Math.min(LONGEST_MS, Math.max(0, requestedMs))
}

function askedFor(headers: Headers, now: Date): number | null {
  const finer = headers.get('retry-after-ms')?.trim()
  if (finer && NUMBER.test(finer)) return Number(finer)
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  if (NUMBER.test(value)) return Number(value) * 1000
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : date - now.getTime()
}

const NUMBER = /^\d+(\.\d+)?$/
