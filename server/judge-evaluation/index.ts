/**
 * Judge evaluation: how far judges agree with people and with themselves, and which pairs people label.
 * It reads judgements and votes, and decides which judges a board may trust.
 */
export { dueRechecks } from './due-rechecks.ts'
export { liveDisagreements, type LiveDisagreement } from './live-agreement.ts'
export { trustedJudges } from './trust.ts'
export {
  refreshEvaluation,
  requestEvaluation,
  reevaluateJudges,
  EVALUATION_TASK,
} from './refresh-evaluation.ts'
export type { TrustedJudge } from './trust.ts'
export { retestReport } from './retest.ts'
export { judgeEvaluationRoutes } from './routes.ts'
