import type { TaskList } from 'graphile-worker'
import { advanceRun } from './advance-run.ts'
import { checkAnswers } from './check-answers.ts'
import { judgeAnswers } from './judge-answers.ts'
import { makeAnswer } from './make-answer.ts'
import type { Means } from './means.ts'
import { ADVANCE_TASK, ANSWER_TASK, CHECK_TASK, JUDGE_TASK } from './run-jobs.ts'
import type { AnswerWanted, CheckWanted } from './run-jobs.ts'

/** The jobs of runs; they have a runner of their own, so that nothing else waits for a provider. */
export const judgingTasks = (means: Means): TaskList => ({
  [ADVANCE_TASK]: (payload) => {
    const { arenaId, runId } = payload as { arenaId: number; runId: number }
    return advanceRun(means, arenaId, runId)
  },
  [ANSWER_TASK]: (payload) => makeAnswer(means, payload as AnswerWanted),
  [JUDGE_TASK]: (payload) => {
    const { arenaId, id } = payload as { arenaId: number; id: string }
    return judgeAnswers(means, arenaId, id)
  },
  [CHECK_TASK]: (payload) => checkAnswers(means, payload as CheckWanted),
})
