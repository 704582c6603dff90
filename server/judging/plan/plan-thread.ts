/** Draws and estimates large plans, so that they delay neither votes nor pages. */
import { answerTasks } from '../../platform/jobs/thread.ts'
import { drawJudgements } from './draw-judgements.ts'
import { estimateRun } from './estimate-run.ts'
import type { PlanTask } from './plan-judgements.ts'
import { packPlan } from './planned.ts'

answerTasks(
  (task: PlanTask) =>
    'estimate' in task
      ? estimateRun(...(task.estimate as Parameters<typeof estimateRun>))
      : packPlan(drawJudgements(...task.draw)),
  (answer) => ('numbers' in answer ? [answer.numbers.buffer] : []),
)
