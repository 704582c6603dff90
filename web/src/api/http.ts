import { hc } from 'hono/client'
import type { Api } from '../../../server/app.ts'
import { adminToken } from '../state/admin-token.svelte.ts'
import { Failure, failureFrom, failureOf } from './failure.ts'

const PATIENCE_MS = 20_000
const PATIENCE_WITH_COMPUTING_MS = 180_000

/** For routes that compute before they answer, which takes long on large boards. */
export const patiently = (): { init: RequestInit } => ({
  init: { signal: AbortSignal.timeout(PATIENCE_WITH_COMPUTING_MS) },
})

/** The server's routes as typed functions; the types come from the server itself. */
export const server = hc<Api>('/', {
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(input, {
      ...init,
      headers: signed(init?.headers),
      signal: init?.signal ?? AbortSignal.timeout(PATIENCE_MS),
      // after a new board came in the stream, nothing older may follow it
      cache: 'no-cache',
    }),
})

/** Sends the admin token if there is one and the call has no authorization of its own. */
export function signed(headersToAdd?: HeadersInit): Headers {
  const headers = new Headers(headersToAdd)
  if (adminToken.value !== null && !headers.has('authorization'))
    headers.set('authorization', `Bearer ${adminToken.value}`)
  return headers
}

/** The JSON of a response. Throws only a `Failure`. Forgets an admin token that the server refuses. */
export async function answered<Body>(call: Promise<Response & { json(): Promise<Body> }>): Promise<Body> {
  try {
    const response = await call
    if (!response.ok) throw await failureOf(response)
    return await response.json()
  } catch (error) {
    const failure = error instanceof Failure ? error : failureFrom(error)
    if (failure.code === 'token_invalid') adminToken.forget()
    throw failure
  }
}
