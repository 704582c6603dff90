import { SELDOM, Thread } from '../../platform/jobs/thread.ts'
import { drawJudgements } from './draw-judgements.ts'
import { packPlan, type PackedPlan } from './packed-plan.ts'
import type { ExistingJudgement, PlanAnswer } from './planned.ts'

/** Arguments of `drawJudgements` or of `estimateRun`. */
export type PlanTask = { draw: Parameters<typeof drawJudgements> } | { estimate: readonly unknown[] }

const thread = new Thread(new URL('./plan-thread.ts', import.meta.url), SELDOM)

/** As many pairs of answers as are drawn and estimated in some 50 ms. A thread takes longer to start. */
const MOST_PAIRS_HERE = 2000

/** Runs a task here if its plan is small, else in the thread of large plans. */
export const planApart = async <Answer>(
  task: PlanTask,
  { answers, existing }: PlanSize,
  here: () => Answer,
): Promise<Answer> => (isSmall(answers, existing) ? here() : thread.ask<Answer>(task))

/** `drawJudgements`, in a thread if the plan is large. */
export const drawApart = (...draw: Parameters<typeof drawJudgements>): Promise<PackedPlan> =>
  planApart({ draw }, { answers: draw[0], existing: draw[2] }, () => packPlan(drawJudgements(...draw)))

interface PlanSize {
  answers: readonly Pick<PlanAnswer, 'promptId'>[]
  existing: readonly ExistingJudgement[]
}

function isSmall(answers: PlanSize['answers'], existing: PlanSize['existing']): boolean {
  const onPrompt = new Map<number, number>()
  let pairs = existing.length
  for (const { promptId } of answers) {
    const earlier = onPrompt.get(promptId) ?? 0
    pairs += earlier
    onPrompt.set(promptId, earlier + 1)
  }
  return pairs <= MOST_PAIRS_HERE
}
