import { isConnectionError } from '../platform/http.ts'
import type { JobContext } from './job-context.ts'

/**
 * Logs what a job threw that nobody foresaw, for its caller to record as a failed attempt.
 * @param what the job, for the log
 * @throws the same error, where the database was lost: nothing can be recorded then, and the queue tries again
 */
export function orRethrow({ log }: Pick<JobContext, 'log'>, error: unknown, what: object): void {
  if (error instanceof Error && isConnectionError(error)) throw error
  log.error({ err: error, ...what }, 'a job of judging failed on this side')
}
