/** What is to be judged: drawn evenly, seeded, and never twice. */
export { drawJudgements } from './draw-judgements.ts'
export { judgeCallsOf, isInPart } from './part.ts'
export type { PlanPart } from './part.ts'
export { chooseJudges, planJudgements, drawSpecOf } from './plan-judgements.ts'
export type { PlanSpec } from './plan-judgements.ts'
export type {
  DrawnPlan,
  JudgeCall,
  SkippedPair,
  PlanAnswer,
  PlannedJudgement,
  StandingJudgement,
  DrawSpec,
} from './planned.ts'
export { selectStanding } from './queries.ts'
