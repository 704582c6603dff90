/** Logs are JSON lines on stderr, so that stdout stays free for the output of a command. */
import { pino, type Logger } from 'pino'
import { isLeaving } from './process.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createMiddleware } from 'hono/factory'
import type { RequestIdVariables } from 'hono/request-id'

export type Log = Logger

/** @param level one of pino's levels, or 'silent' */
export function openLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      mixin: requestBehind,
      hooks: {
        // jobs that are cut off fail because the database ends, which is no news
        logMethod(args, method) {
          if (!isLeaving()) method.apply(this, args)
        },
      },
      redact: ['ticket', '*.ticket', 'authorization', '*.authorization', 'cookie', '*.cookie'],
    },
    pino.destination({ fd: 2, sync: true }),
  )
}

/** The request that work belongs to, from its route to the jobs that it queued, for the log. */

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
