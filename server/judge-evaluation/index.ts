/**
 * Judge evaluation: how far judges agree with people and with themselves, and which pairs people label.
 * It reads judgements and votes, and decides which judges a board may trust.
 */
export {
  agreementOnPrompts,
  disagreementsWith,
  dueSince,
  lapseMessage,
  judgesReport,
  refreshEvaluation,
  requestEvaluation,
  reevaluateJudges,
  EVALUATION_TASK,
  trustedJudges,
  requireMeasuredWeights,
  evaluateJudges,
} from './agreement/index.ts'
export type { TrustedJudge } from './agreement/index.ts'
export { retestReport } from './agreement/retest/index.ts'
export { judgeEvaluationRoutes } from './routes.ts'
export { labellingLink, labellingLinks, withdrawLabellingLink } from './labelling/index.ts'
export { aaControlsOf } from './agreement/aa-control/index.ts'
export type { AaControl } from './agreement/aa-control/index.ts'
