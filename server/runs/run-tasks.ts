import type { TaskList, Task } from 'graphile-worker'
import { makeAnswer } from './make-answer.ts'
import { ADVANCE_TASK, ANSWER_TASK } from './run-jobs.ts'
import type { AnswerJob } from './run-jobs.ts'
import { advanceRun } from './scheduler.ts'
import { block } from './follow-up.ts'
import type { JobContext } from './job-context.ts'
import { selectLatestRun } from './run-queries.ts'
import { INTERNAL, MOST_ATTEMPTS } from './call-failure.ts'

/** The jobs that runs of all kinds have. */
export const runTasks = (context: JobContext): TaskList => ({
  [ADVANCE_TASK]: (payload) => {
    const { arenaId, runId } = payload as { arenaId: number; runId: number }
    return advanceRun(context, arenaId, runId)
  },
  [ANSWER_TASK]: (payload) => makeAnswer(context, payload as AnswerJob),
})

/**
 * Wraps jobs: a job that keeps failing, and cannot record why, pauses its run after as many attempts as a call has.
 */
export const withAttempts = (context: JobContext, tasks: TaskList): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, bounded(context, task!)]))

const bounded =
  (context: JobContext, task: Task): Task =>
  async (payload, helpers) => {
    try {
      await task(payload, helpers)
    } catch (error) {
      if (helpers.job.attempts < MOST_ATTEMPTS) throw error
      context.log.error({ err: error, payload }, 'a job of a run failed for good')
      const { arenaId } = payload as { arenaId: number }
      const run = await selectLatestRun(context.db, arenaId)
      if (run) await block(context, arenaId, run.id, INTERNAL)
    }
  }
