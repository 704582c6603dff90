/** What is to be judged: drawn evenly, seeded, and never twice. */
export { drawJudgements } from './draw-judgements.ts'
export { planJudgements } from './plan-judgements.ts'
export type { PlanWish } from './plan-judgements.ts'
export type { DrawnPlan, Examiner, PlanAnswer, PlannedJudgement, Wish } from './planned.ts'
