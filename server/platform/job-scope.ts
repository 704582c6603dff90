import type { Task } from 'graphile-worker'
import type { Log } from './log.ts'
import { forRequest } from './request-scope.ts'

/**
 * A job that belongs to the request that queued it last, with a line in the log when it ends. Jobs that it queues belong to
 * the same request.
 */
export const inJobScope =
  (name: string, task: Task, log: Log): Task =>
  (payload, helpers) => {
    const { requestId, ...own } = (payload ?? {}) as { requestId?: string }
    const work = async () => {
      const start = performance.now()
      const line = () => ({ task: name, job: helpers.job.id, ms: Math.round(performance.now() - start) })
      try {
        const result = await task(own, helpers)
        log.debug(line(), 'job')
        return result
      } catch (error) {
        log.warn({ err: error, ...line() }, 'a job failed')
        throw error
      }
    }
    return requestId === undefined ? work() : forRequest(requestId, work)
  }
