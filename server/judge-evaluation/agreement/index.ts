/**
 * Agreement: how far each judge agrees with people on the same pairs of answers, which biases it has, and what it costs.
 * The report is a pure function of votes and judgements. A job stores it, and boards use the trust it states.
 */
export type { TrustedJudge } from './trust.ts'
export { trustedJudges } from './trust-in.ts'
export {
  refreshEvaluation,
  requestEvaluation,
  reevaluateJudges,
  EVALUATION_TASK,
  judgesReport,
} from './refresh-evaluation.ts'
export { evaluateJudges } from './evaluate-judges.ts'
export { disagreementsWith } from './disagreements.ts'
export { fittedBoard } from './fitted-board.ts'
export type { CountedPair, FittedBoard } from './fitted-board.ts'
export { PARTS } from './tally-queries.ts'
export { agreementOnPrompts } from './agreement-on-prompts.ts'
export { requireMeasuredWeights } from './require-measured.ts'
export { dueSince } from './measure-trust.ts'
export { lapseMessage } from './judge-warnings.ts'
