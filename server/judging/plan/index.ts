/** Plans judgements: drawn evenly from a seed, and none twice, whichever samples they show. */
export { drawJudgements } from './draw-judgements.ts'
export { drawWithFocus } from './focus-draws.ts'
export type { FocusDraw, PlannedOfPair } from './focus-draws.ts'
export { planApart } from './in-plan-thread.ts'
export { judgementsIn } from './packed-plan.ts'
export { judgeCallsOf, isInPart } from './part.ts'
export { shuffled } from './shuffled.ts'
export type { PlanPart } from './part.ts'
export { checkPlan, chooseJudges, planJudgements, drawSpecOf } from './plan-judgements.ts'
export type { PlanSpec } from './plan-judgements.ts'
export type {
  DrawnPlan,
  JudgeCall,
  SkippedPair,
  PlanAnswer,
  PlannedJudgement,
  ExistingJudgement,
  DrawSpec,
} from './planned.ts'
export { selectExistingJudgements } from './queries.ts'
