/**
 * Judges on trial: how far each agrees with people on the same pairs of answers, what it prefers for no good reason,
 * what it costs; and what follows for boards. A pure function of facts, kept as a report by a job.
 */
export type { TrustedJudge } from './trust.ts'
export { trustIn } from './trust-in.ts'
export {
  refreshEvaluation,
  requestEvaluation,
  reevaluateJudges,
  EVALUATION_TASK,
} from './refresh-evaluation.ts'
export { judgesReport } from './judges-report.ts'
export { evaluateJudges } from './evaluate-judges.ts'
export { disagreementsWith } from './disagreements.ts'
export { fittedBoard } from './fitted-board.ts'
export type { CountedPair, FittedBoard } from './fitted-board.ts'
export { PARTS } from './tally-queries.ts'
