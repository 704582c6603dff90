/** What is to be judged: drawn evenly, seeded, and never twice. */
export { drawJudgements } from './draw-judgements.ts'
export { examinersOf, isInPart } from './part.ts'
export type { PlanPart } from './part.ts'
export { chooseJudges, planJudgements, wishOf } from './plan-judgements.ts'
export type { PlanWish } from './plan-judgements.ts'
export type {
  DrawnPlan,
  Examiner,
  LeftOutPair,
  PlanAnswer,
  PlannedJudgement,
  StandingJudgement,
  Wish,
} from './planned.ts'
export { selectStanding } from './queries.ts'
