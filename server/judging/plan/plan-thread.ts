/** Draws and estimates large plans, so that they delay neither votes nor pages. */
import { parentPort } from 'node:worker_threads'
import { asError } from '../../platform/jobs/thread.ts'
import { drawJudgements } from './draw-judgements.ts'
import { estimateRun } from './estimate-run.ts'
import type { PlanTask } from './plan-judgements.ts'
import { packPlan } from './planned.ts'

parentPort!.on('message', ({ id, task }: { id: number; task: PlanTask }) => {
  try {
    if ('estimate' in task) {
      const estimate = task.estimate as Parameters<typeof estimateRun>
      parentPort!.postMessage({ id, answer: estimateRun(...estimate) })
    } else {
      const answer = packPlan(drawJudgements(...task.draw))
      parentPort!.postMessage({ id, answer }, [answer.numbers.buffer])
    }
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})
