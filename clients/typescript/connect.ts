import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { Problem } from '../../shared/contracts/problem.ts'
import { DeadheatError } from './error.ts'

export interface Connection {
  /** The address of the server, such as `https://arena.example`. */
  server: string
  /** The admin token, or a named one. Private arenas and imports need it. */
  token?: string | undefined
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
}

/**
 * A client of openapi-fetch for one server, with its token, and with its cookies where no browser keeps them. Refusals are
 * thrown as a `DeadheatError`, and so is a server that does not answer.
 */
export function connect<Paths extends {}>({
  server,
  token,
  fetch,
}: Connection): Client<Paths, 'application/json'> {
  const baseUrl = server.replace(/\/+$/, '')
  const client = createClient<Paths, 'application/json'>({ baseUrl, ...(fetch && { fetch }) })
  client.use(authorized(token), cookieJar(), { onResponse: throwRefusal, onError: unreachable(baseUrl) })
  return client
}

/** Sends the token, unless the request has its own authorization, such as a ticket. */
const authorized = (token: string | undefined): Middleware => ({
  onRequest({ request: { headers } }) {
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  },
})

/** Sends cookies back. A browser hides them here and does so itself. */
function cookieJar(): Middleware {
  const cookies = new Map<string, string>()
  return {
    onRequest({ request }) {
      if (cookies.size > 0)
        request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    },
    onResponse({ response }) {
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
        if (name) cookies.set(name, value!)
      }
    },
  }
}

/** @throws {DeadheatError} */
async function throwRefusal({ response }: { response: Response }): Promise<void> {
  if (response.ok) return
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const message = problem.detail ?? problem.title ?? `The server answers ${response.status}.`
  throw new DeadheatError(message, problem.code ?? 'unexpected', response, problem)
}

/** The error of a server that does not answer. A request that its sender aborted keeps its reason. */
const unreachable =
  (server: string) =>
  ({ error, request }: { error: unknown; request: Request }) => {
    if (request.signal.aborted) return
    // Node hides the cause behind "fetch failed"
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    const reason = cause?.code ?? cause?.message ?? message
    return new DeadheatError(`${server} does not answer: ${reason}.`, 'unreachable', null, {})
  }
