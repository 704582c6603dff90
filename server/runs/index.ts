/**
 * Runs: the work on one arena from start to end, within one budget. Its kind decides what a run works on; domains to
 * the right register kinds. This folder has what all kinds share: statuses, calls, money, jobs and progress. Always
 * holds: a run's status changes only by an event of its machine, in one place, from the status that was read. Every
 * call is recorded with its highest possible cost before it is sent. The highest cost of a call, the highest cost of
 * calls under way and the cost of ended calls never exceed the budget together; otherwise the call is not sent. A
 * provider that ignores the token limit of a request can still exceed it. Nothing is paid for twice. A run waits for
 * nothing but its providers.
 */
export { requireBudget } from './budget.ts'
export { callModel, callModels } from './call-model.ts'
export type { CallResult, ModelCall, ReplyReader } from './call-model.ts'
export { insertFailedCall, settleAbandoned } from './call-queries.ts'
export { changeRuns, inTurn } from './change-runs.ts'
export { applyRunEvent, insertRunning } from './change-status.ts'
export { configOf, flagOf } from './endpoints.ts'
export type { Endpoint, ProviderOfArena } from './endpoints.ts'
export { block, endIfExhausted, orRethrow, requeue } from './follow-up.ts'
export type { JobContext } from './job-context.ts'
export { cancelRun, pauseRun, resumeRun, setBudget } from './operate-run.ts'
export { countCalls, selectProviders } from './progress-queries.ts'
export { judgingState, progressOf } from './progress.ts'
export type { QueueRoom } from './queue-room.ts'
export { runRoutes } from './routes.ts'
export { advanceJob } from './run-jobs.ts'
export { Expected, readSpec, runKinds } from './run-kind.ts'
export type { RunDeps, RunKind, RunKinds, Scope, StatusDeps, WorkCounts } from './run-kind.ts'
export { ArenaBusyError, makeRoom } from './make-room.ts'
export { isOccupying, isOpen, isRunning } from './run-machine.ts'
export type { RunEvent, RunStatus } from './run-machine.ts'
export {
  countOpenRuns,
  lockRuns,
  markPlanned,
  selectLatestRun,
  holdRun,
  selectRun,
  sqlStatuses,
  updateRun,
} from './run-queries.ts'
export type { Run } from './run-queries.ts'
export { startRunWorker } from './run-worker.ts'
export type { RunWorker, RunWorkerOptions } from './run-worker.ts'
export { challengeUnderWay, isSeriesOpen, supersedeOpen } from './supersede-open.ts'
export {
  callFailureOf,
  FIRST_WAIT_MS,
  INTERNAL,
  isAttempt,
  MOST_ATTEMPTS,
  MOST_REPLIES,
  isRetryable,
  unusable,
  waitAfter,
  causeCode,
  causeOfRun,
} from './call-failure.ts'
export type { CallFailure } from './call-failure.ts'
export { countMissingAnswers } from './work-queries.ts'
export { eraseReplies } from './erasure-queries.ts'
