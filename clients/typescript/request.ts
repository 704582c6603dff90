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

/** Query parameters. Undefined ones are left out; a list repeats its name. */
type Query = Record<string, string | number | boolean | readonly string[] | undefined>

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Query | undefined
  /** Sent as JSON, as a form with files, or as it is. */
  body?: object | FormData | ReadableStream
  headers?: Record<string, string>
}

export interface Connection {
  /** The address of the server, such as `https://arena.example`. */
  server: string
  /** The admin token. Private arenas and imports need it. */
  token?: string | undefined
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** Sends requests to one server, with its cookies where no browser keeps them. */
export function openRequests({ server, token, fetch: send = (url, init) => fetch(url, init) }: Connection) {
  const base = server.replace(/\/+$/, '')
  const cookies = new Map<string, string>()

  /** @throws {DeadheatError} */
  return async function request(path: string, call: Call = {}): Promise<Response> {
    const { method = 'GET', query, body } = call
    const headers = new Headers({ ...(token && { authorization: `Bearer ${token}` }), ...call.headers })
    const isStream = body instanceof ReadableStream
    const isJson = body !== undefined && !isStream && !(body instanceof FormData)
    if (isJson) headers.set('content-type', 'application/json')
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await send(`${base}${path}${searchOf(query)}`, {
      method,
      headers,
      ...(body && { body: isJson ? JSON.stringify(body) : (body as FormData | ReadableStream) }),
      ...(isStream && { duplex: 'half' }),
    }).catch((error: unknown) => {
      throw new DeadheatError(`${base} does not answer: ${reasonOf(error)}.`, 'unreachable', null, {})
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (name) cookies.set(name, value!)
    }
    if (!response.ok) throw await errorOf(response)
    return response
  }
}

async function errorOf(response: Response): Promise<DeadheatError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const message = problem.detail ?? problem.title ?? `The server answers ${response.status}.`
  return new DeadheatError(message, problem.code ?? 'unexpected', response, problem)
}

/** The cause of a failed fetch, which Node hides behind "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}

function searchOf(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** The lines of a response as they arrive, without empty ones. */
export async function* readLines(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ?? '')).split('\n')
    rest = done ? '' : lines.pop()!
    for (const line of lines) if (line.trim() !== '') yield line
    if (done) return
  }
}
