/** What a job does if it could not do its work. */
import { msg } from '../../shared/messages/index.ts'
import { isConnectionError } from '../platform/postgres/database-url.ts'
import { addJob, type JobRequest } from '../platform/jobs/jobs.ts'
import { atLeastUsd } from './budget.ts'
import { causeWith, type StoredCause } from './call-failure.ts'
import { applyRunEvent } from './change-status.ts'
import type { JobContext } from './job-context.ts'
import { lockRuns, selectRun, type Run } from './run-queries.ts'
import { type Transaction, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

/**
 * Locks and returns the run if its budget does not cover a call of at most `mostUsd` US dollars.
 * Returns undefined otherwise, or if a call under way may still free more.
 */
const lockExhausted = (
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  mostUsd: number,
): Promise<Run | undefined> =>
  trx
    .selectFrom('runs')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .where(sql<boolean>`spent_usd + ${mostUsd} > budget_usd`)
    .where(
      sql<boolean>`not exists (select from calls c
        where c.arena_id = runs.arena_id and c.run_id = runs.id and c.status = 'under_way')`,
    )
    .forUpdate()
    .executeTakeFirst()

/** Queues the job again, in place of the one that runs now. */
export const requeue = ({ db }: JobContext, job: JobRequest): Promise<void> => addJob(db, job)

/**
 * Ends the run if its budget does not cover a call of at most `mostUsd` US dollars, and no call under way can free
 * more.
 */
export const endIfExhausted = (
  context: JobContext,
  arenaId: number,
  runId: number,
  mostUsd: number,
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    const run = await lockExhausted(trx, arenaId, runId, mostUsd)
    if (!run) return
    const finding = msg('next_calls_over_budget', {
      most: atLeastUsd(mostUsd),
      spent: atLeastUsd(run.spent_usd),
      budget: run.budget_usd!,
    })
    await applyRunEvent(context, trx, run, 'exhaust', { cause: causeWith('budget_reached', finding) })
  })

/** Pauses the run for a failure that only a person can fix: a refused key, an empty account, an unknown model. */
export async function block(
  context: JobContext,
  arenaId: number,
  runId: number,
  cause: StoredCause,
): Promise<void> {
  const paused = await context.db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    const run = await selectRun(trx, arenaId, runId)
    return run ? applyRunEvent(context, trx, run, 'block', { cause }) : null
  })
  if (paused) context.log.warn({ arenaId, runId, cause: cause.cause }, 'judging is paused')
}

/**
 * Logs an unexpected error of a job. Its caller then records a failed attempt.
 * @param logFields  the job, for the log
 * @throws the same error if the database connection was lost: nothing can be recorded, and the queue tries again
 */
export function orRethrow({ log }: Pick<JobContext, 'log'>, error: unknown, logFields: object): void {
  if (error instanceof Error && isConnectionError(error)) throw error
  log.error({ err: error, ...logFields }, 'a job of judging failed on this side')
}
