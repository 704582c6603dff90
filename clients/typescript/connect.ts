import createClient, { type Client } from 'openapi-fetch'
import type { Problem } from '../../shared/contracts/problem.ts'
import { DeadheatError } from './error.ts'
import type { paths } from './paths.generated.ts'

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
export function connect({ server, token, fetch }: Connection): Client<paths, 'application/json'> {
  const baseUrl = server.replace(/\/+$/, '')
  const client = createClient<paths, 'application/json'>({ baseUrl, ...(fetch && { fetch }) })
  const cookies = new Map<string, string>()
  client.use({
    onRequest({ request: { headers } }) {
      // a request may have its own authorization, such as a ticket
      if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
      if (cookies.size > 0)
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    },
    async onResponse({ response }) {
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
        if (name) cookies.set(name, value!)
      }
      if (!response.ok) throw await readRefusal(response)
    },
    onError({ error, request }) {
      if (!request.signal.aborted) return unreachable(baseUrl, error)
    },
  })
  return client
}

async function readRefusal(response: Response): Promise<DeadheatError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const message = problem.detail ?? problem.title ?? `The server answers ${response.status}.`
  return new DeadheatError(message, problem.code ?? 'unexpected', response, problem)
}

function unreachable(server: string, error: unknown): DeadheatError {
  // Node hides the cause behind "fetch failed"
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  const reason = cause?.code ?? cause?.message ?? message
  const refusal = new DeadheatError(`${server} does not answer: ${reason}.`, 'unreachable', null, {})
  return Object.assign(refusal, { cause: error })
}
