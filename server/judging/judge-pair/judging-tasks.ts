import type { TaskList } from 'graphile-worker'
import type { JobContext } from '../../runs/index.ts'
import { checkAnswers } from './check-answers.ts'
import { judgePair } from './judge-pair.ts'
import { CHECK_TASK, JUDGE_TASK } from './work-jobs.ts'
import type { CheckJob } from './work-jobs.ts'

/** The jobs that judging adds to a run. */
export const judgingTasks = (context: JobContext): TaskList => ({
  [JUDGE_TASK]: (payload) => {
    const { arenaId, id } = payload as { arenaId: number; id: string }
    return judgePair(context, arenaId, id)
  },
  [CHECK_TASK]: (payload) => checkAnswers(context, payload as CheckJob),
})
