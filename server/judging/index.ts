/**
 * Judging: LLM judges cast votes. Every pair is judged in both orders. A reply that cannot be read exactly is no
 * vote. Only the rubric and the marked field of a reply decide, never a word in an answer.
 */
export { checkFaults } from './checks/checks.ts'
export { checksReport } from './checks/checks-report.ts'
export { adviseOnMethod } from './method-advice.ts'
export type { Advice } from './method-advice.ts'
export {
  criteriaPerCall,
  currentJudges,
  usableJudges,
  storeVersion,
  putJudging,
  versionSha256,
} from './judges.ts'
export type { CurrentJudge, NewJudge } from './judges.ts'
export { chooseJudges } from './plan/plan-judgements.ts'
export type { PlanSpec } from './plan/plan-judgements.ts'
export type { PlannedJudgement } from './plan/planned.ts'
export { failingByRule } from './checks/gating.ts'
export { estimateRun } from './plan/estimate-run.ts'
export type { RunAnswer, RunPrompt } from './plan/estimate-run.ts'
export { costOfVotes, estimateArena, waysToJudge } from './plan/estimate-arena.ts'
export { drawnRank, remainingForPair } from './plan/remaining-for-pair.ts'
export type { VotesCost } from './plan/estimate-arena.ts'
export { judgingRoutes } from './routes.ts'
export { countJudgementsAhead, countWork } from './judge-pair/run-judgements.ts'
export { queueJudgements } from './judge-pair/queue-work.ts'
export {
  judgeArena,
  requireKnownModels,
  requireCallerModels,
  arenaPlanSpec,
  SEED,
  startRun,
} from './judge-pair/start-run.ts'
export { judgingRuns, judgingTasks, runsOnPair } from './judge-pair/judging-runs.ts'
export { planPair } from './judge-pair/plan-run.ts'
export type { JudgingRequestSpec } from './judge-pair/start-run.ts'
export { currentTrials } from './trial/judge-trials.ts'
export { mergeOrders, outcomeInOrder } from './merge-orders.ts'
