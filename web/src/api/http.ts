import { Failure, failureFrom, failureOf } from './failure.ts'

const PATIENCE_MS = 20_000

/** Sends one request and returns its JSON. Throws a `Failure`, never anything else. */
export async function json<T>(path: string, init: RequestInit = {}): Promise<T> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS), ...init })
    if (!response.ok) throw await failureOf(response)
    return response.status === 204 ? (undefined as T) : ((await response.json()) as T)
  } catch (error) {
    throw error instanceof Failure ? error : failureFrom(error)
  }
}

/** A POST of a JSON body. */
export function posted(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
