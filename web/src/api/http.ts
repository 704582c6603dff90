import { hc } from 'hono/client'
import type { Api } from '../../../server/app.ts'
import { Failure, failureFrom, failureOf } from './failure.ts'

const PATIENCE_MS = 20_000

/** The server's routes as typed functions; the types come from the server itself. */
export const server = hc<Api>('/', {
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
})

/** The JSON a call brought. Throws a `Failure`, never anything else. */
export async function answered<Body>(call: Promise<Response & { json(): Promise<Body> }>): Promise<Body> {
  try {
    const response = await call
    if (!response.ok) throw await failureOf(response)
    return await response.json()
  } catch (error) {
    throw error instanceof Failure ? error : failureFrom(error)
  }
}
