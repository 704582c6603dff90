/**
 * Judge evaluation: how well judges agree with people, with themselves and with nothing to find; which pairs people label.
 * It reads judgements and votes, and decides which judges a board may trust.
 */
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
} from './agreement/index.ts'
export type { TrustedJudge } from './agreement/index.ts'
export { retestReport } from './retest/index.ts'
export { labellingLink, labellingLinks, withdrawLabellingLink } from './labelling/index.ts'
export { controlsOf } from './aa-control/index.ts'
export type { ControlFinding } from './aa-control/index.ts'
