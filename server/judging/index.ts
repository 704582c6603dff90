/**
 * Judging: LLM judges reach votes. Every pair is examined in both orders; what cannot be read strictly is no vote.
 * What a judge says decides by rubric and marked field alone, never by a word in an answer.
 */
export { checkFaults } from './checks/index.ts'
export { checksReport } from './pass-rates/index.ts'
export { adviseOnMethod } from './method-advice/index.ts'
export type { Advice } from './method-advice/index.ts'
export { readRubric, rubricOf, rubricPath, SHIPPED_RUBRICS } from './rubrics/index.ts'
export type { ReadRubric } from './rubrics/index.ts'
export {
  criteriaAsked,
  currentJudges,
  keepVersion,
  putChecks,
  putJudges,
  versionSha256,
} from './setup/index.ts'
export type { CurrentJudge, NewJudge } from './setup/index.ts'
export { drawJudgements, planJudgements } from './plan/index.ts'
export type { DrawnPlan, Examiner, PlanAnswer, PlannedJudgement, PlanWish, Wish } from './plan/index.ts'
export { failingByRule } from './required/index.ts'
export { costOfVotes, drawnRank, estimateArena, estimateRun, leftOfPair } from './estimate/index.ts'
export type { RunAnswer, RunEstimate, RunPrompt, VotesCost } from './estimate/index.ts'
export { chooseJudges, examinersOf } from './plan/index.ts'
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
  runWish,
  SEED,
  selectModelsCalled,
  startRun,
  takeOverPair,
  writePlan,
} from './running/index.ts'
export type { RunWish } from './running/index.ts'
export { leftOutPairs } from './required/index.ts'
export { mergeOrders } from './verdicts/index.ts'
export {
  disagreementsWith,
  judgesReport,
  keepTrial,
  requestTrial,
  retryJudges,
  TRIAL_TASK,
  trialRoutes,
  trustIn,
  tryJudges,
} from './trial/index.ts'
export type { TrustedJudge } from './trial/index.ts'
export { retestReport } from './retest/index.ts'
export { showingsOf } from './showings/index.ts'
export type { JudgedTwo, ToldShowing } from './showings/index.ts'
export { labellingLink, labellingLinks, withdrawLabellingLink } from './calibration/index.ts'
export { controlsOf } from './controls/index.ts'
export type { ControlFinding } from './controls/index.ts'
