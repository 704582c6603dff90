/** From whatever a client throws to a ProviderError: which trouble, in one line without the key. */
import { TooLargeError } from '../bounded-fetch.ts'
import { ProviderError } from './provider.ts'
import type { ProviderFailure } from './provider.ts'
import { redact } from './redact.ts'
import { retryAfterMs } from './retry-after.ts'
import { msg } from '../../../shared/messages/index.ts'

export interface Attempt {
  /** How the provider is called in messages. */
  provider: string
  model: string
  key: string
  timeoutMs: number
  timedOut: boolean
  now: Date
}

/** The part of both clients' errors that is the same. */
interface HttpError {
  status: number
  headers?: Headers
  error?: unknown
}

/** What a server says of an error: OpenAI's body, Anthropic's one level deeper, or a bare text. */
export interface ErrorBody {
  message: string
  code: string
  param: string
}

/**
 * @param error what the client threw
 * @returns the trouble, told with the provider's name, its status and its own words
 */
export function asProviderError(error: unknown, attempt: Attempt): ProviderError {
  if (error instanceof ProviderError) return error
  const { provider, key } = attempt
  if (attempt.timedOut) {
    return new ProviderError(
      'timeout',
      msg('provider_timeout', { provider, seconds: attempt.timeoutMs / 1000 }),
    )
  }
  if (error instanceof TooLargeError) {
    return new ProviderError('too_large', msg('provider_too_large', { provider, why: error.message }))
  }
  if (isHttpError(error)) {
    const said = errorBodyOf(error)
    const trouble = failureOfStatus(error.status, said)
    const message = `${provider} answered ${error.status}${said.message && `: ${said.message}`}${adviceFor(trouble, error.status, attempt)}`
    return new ProviderError(trouble, redact(message, key), retryAfterMs(error.headers, attempt.now))
  }
  const why = neverReached(error)
  if (why) return new ProviderError('unreachable', redact(unreachableAs(why, provider), key))
  return new ProviderError('cut', msg('provider_cut', { provider }))
}

export function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
}

/** So much of what a server says is read: expressions that look for words in it take their time over long lines. */
const LONGEST_SAID = 5000

/** The server's own words in an error of either client, the first 5,000 characters; empty where it says nothing. */
export function errorBodyOf(error: { error?: unknown; message?: string }): ErrorBody {
  const { message, code, param } = readErrorBody(error)
  const start = (text: string) => text.slice(0, LONGEST_SAID)
  return { message: start(message), code: start(code), param: start(param) }
}

function readErrorBody({ error: body, message: told }: { error?: unknown; message?: string }): ErrorBody {
  if (typeof body === 'string') return { message: body, code: '', param: '' }
  if (body === undefined || body === null) return { message: wordsOf(told), code: '', param: '' }
  const outer = asRecord(body)
  const inner = typeof outer['error'] === 'object' ? asRecord(outer['error']) : outer
  const message = inner['message'] ?? inner['error'] ?? inner['detail'] ?? inner
  return {
    message: typeof message === 'string' ? message : written(message),
    code: [inner['code'], inner['type']].filter((one) => typeof one === 'string').join(' '),
    param: typeof inner['param'] === 'string' ? inner['param'] : '',
  }
}

/** As JSON; nothing where it is nested more deeply than can be written. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}

/** The clients put the status before a body that is no JSON, and their own words where there is none. */
const wordsOf = (told = '') => told.replace(/^\d{3} /, '').replace(/^status code \(no body\)$/, '')

/** Which trouble a status with these words is. */
export function failureOfStatus(status: number, { message, code }: ErrorBody): ProviderFailure {
  const words = `${code} ${message}`
  if (
    status === 402 ||
    /insufficient_quota|billing_|credit balance|exceeded your current quota/i.test(words)
  ) {
    return 'out_of_quota'
  }
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 404 || /model_not_found|model .*(does not exist|not found)/i.test(words))
    return 'model_unknown'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 503 || status === 529 || /overloaded/i.test(code)) return 'overloaded'
  if (status >= 500 || status === 409 || status === 425) return 'server_error'
  return 'bad_request'
}

/** A 404 that speaks of the model; one of a route that is not there may hold its name as well, in the path. */
export function isOfUnknownModel(error: unknown): boolean {
  if (!isHttpError(error) || error.status !== 404) return false
  const { message, code } = errorBodyOf(error)
  if (/model_not_found/.test(code) || message.startsWith('model: ')) return true
  return !message.includes('/models') && /(?:^|[\s"'`])model\s.*(?:does not exist|not found)/i.test(message)
}

function adviceFor(trouble: ProviderFailure, status: number, { model }: Attempt): string {
  if (trouble === 'unauthorised') return ' (the key was refused)'
  if (trouble === 'model_unknown') return ` (asked for model ${model}: check its name and the base URL)`
  if (status >= 300 && status < 400) return ' (it points elsewhere: give that address as the base URL)'
  return ''
}

/** What the codes of Node mean that are met most often. */
const WHY_UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'name not resolved',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no network',
}

const unreachableAs = (why: string, provider: string) =>
  `${WHY_UNREACHABLE[why] ?? 'no connection'} at ${provider} (${why})`

const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])
const NO_CONNECTION =
  /^(UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO_SELF|UNABLE_TO_)/

/** Why nothing can have arrived, as far as an error or what caused it says; null: something may have. */
function neverReached(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null
  const { code, syscall, cause } = error as NodeJS.ErrnoException
  if (code && (CONNECTING.has(syscall) || NO_CONNECTION.test(code))) return code
  if (error.message === 'bad port') return 'no program may call that port over HTTP'
  const causes = [cause, ...(error instanceof AggregateError ? error.errors : [])]
  return causes.map((one) => neverReached(one, depth + 1)).find((why) => why !== null) ?? null
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
