/**
 * Runs: the work on one arena from start to end, within one budget. Its kind decides what a run works on; domains to
 * the right register kinds. This folder has what all kinds share: statuses, calls, money, jobs and progress. Always
 * holds: a run's status changes only by an event of its machine, in one place, from the status that was read. Every
 * call is recorded with its highest possible cost before it is sent. The highest cost of a call, the highest cost of
 * calls under way and the cost of ended calls never exceed the budget together; otherwise the call is not sent. A
 * provider that ignores the token limit of a request can still exceed it. Nothing is paid for twice. A run waits for
 * nothing but its providers.
 */
export { pauseForCause, lockRun, stopJudge } from './run-job.ts'
export { callModels, runCallJob, eraseReplies, rejectReplies } from './call-model.ts'
export type { CallResult, ModelCall } from './call-model.ts'
export { beginRun, changeRuns, pauseRun, stateInTurn } from './operate-run.ts'
export { applyRunEvent, supersedeOpen } from './change-status.ts'
export type { JobContext } from './run-job.ts'
export { runProgress } from './progress.ts'
export type { QueueRoom, RunDeps, RunKind, WorkCounts } from './run-kind.ts'
export { requireNoOvercharge } from './overcharge.ts'
export { runRoutes } from './routes.ts'
export { advanceJob, countMissingAnswers } from './run-work.ts'
export { Expected, readSpec, runKinds } from './run-kind.ts'
export {
  hasStopped,
  isOpen,
  isRunning,
  countOpenRuns,
  lockRuns,
  markPlanned,
  selectLatestRun,
  holdRun,
  selectRun,
  sqlStatuses,
  updateRun,
} from './run-machine.ts'
export type { Run } from './run-machine.ts'
export { startRunWorker } from './run-worker.ts'
