import type { TaskList } from 'graphile-worker'
import type { JobContext } from './job-context.ts'
import { makeAnswer } from './make-answer.ts'
import { ADVANCE_TASK, ANSWER_TASK } from './run-jobs.ts'
import type { AnswerJob } from './run-jobs.ts'
import { advanceRun } from './scheduler.ts'

/** The jobs that runs of all kinds have. */
export const runTasks = (context: JobContext): TaskList => ({
  [ADVANCE_TASK]: (payload) => {
    const { arenaId, runId } = payload as { arenaId: number; runId: number }
    return advanceRun(context, arenaId, runId)
  },
  [ANSWER_TASK]: (payload) => makeAnswer(context, payload as AnswerJob),
})
