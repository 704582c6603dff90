/**
 * Judging: LLM judges cast votes. Every pair is judged in both orders. A reply that cannot be read exactly is no
 * vote. Only the rubric and the marked field of a reply decide, never a word in an answer.
 */
export { checkFaults } from './checks/index.ts'
export { checksReport } from './checks/pass-rates/index.ts'
export { adviseOnMethod } from './judges/advice/index.ts'
export type { Advice } from './judges/advice/index.ts'
export {
  hashRubric,
  placesMaterial,
  readRubric,
  rubricOf,
  rubricPath,
  SHIPPED_RUBRICS,
  withJudgePrompt,
} from './judges/rubrics/index.ts'
export type { ReadRubric } from './judges/rubrics/index.ts'
export {
  criteriaAsked,
  currentJudges,
  storeVersion,
  putChecks,
  putJudges,
  versionSha256,
} from './judges/index.ts'
export type { CurrentJudge, NewJudge } from './judges/index.ts'
export { drawJudgements, judgementsIn, planJudgements } from './plan/index.ts'
export type { DrawnPlan, JudgeCall, PlanAnswer, PlannedJudgement, PlanSpec, DrawSpec } from './plan/index.ts'
export { failingByRule } from './checks/gating/index.ts'
export {
  costOfVotes,
  drawnRank,
  estimateArena,
  estimateRun,
  remainingForPair,
} from './plan/estimate/index.ts'
export type { RunAnswer, RunEstimate, RunPrompt, VotesCost } from './plan/estimate/index.ts'
export { chooseJudges, judgeCallsOf } from './plan/index.ts'
export { judgingRoutes } from './routes.ts'
export {
  countFailures,
  countJudgements,
  countJudgementsAhead,
  countPlanned,
  judgeArena,
  judgingRuns,
  judgingTasks,
  queueJudgements,
  requireKnownModels,
  requireKnownTo,
  runsOnPair,
  arenaPlanSpec,
  SEED,
  selectModelsCalled,
  startRun,
  takeOverPair,
  writePlan,
} from './judge-pair/index.ts'
export type { JudgingRequestSpec } from './judge-pair/index.ts'
export { totalSkippedPairs } from './checks/gating/index.ts'
export { mergeOrders } from './verdicts/index.ts'
export { recordedRequestsOf } from './requests/recorded/index.ts'
export type { JudgedTwo, RecordedRequest } from './requests/recorded/index.ts'
