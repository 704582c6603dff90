/** The request that work belongs to, from its route to the jobs that it queued, for the log. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createMiddleware } from 'hono/factory'
import type { RequestIdVariables } from 'hono/request-id'

const scope = new AsyncLocalStorage<string>()

/** What each line of the log and each job gets: the id of the request behind it, if there is one. */
export function requestBehind(): { requestId?: string } {
  const requestId = scope.getStore()
  return requestId === undefined ? {} : { requestId }
}

/** Runs work that belongs to a request. */
export const forRequest = <Result>(requestId: string, work: () => Result): Result =>
  scope.run(requestId, work)

/** Lets what a route does, and the jobs that it queues, belong to its request. Comes after the id is known. */
export const inRequestScope = createMiddleware<{ Variables: RequestIdVariables }>((c, next) =>
  forRequest(c.get('requestId'), next),
)
