/**
 * Judging as a kind of run: what is planned becomes checks and judgements, each with a job of its own.
 * Always holds: a judgement and its votes are written in one transaction; no judgement is made twice.
 */
export { judgeArena, arenaPlanSpec, SEED } from './judge-arena.ts'
export { judgingRuns } from './judging-runs.ts'
export { judgingTasks } from './judging-tasks.ts'
export { takeOverPair } from './planned-queries.ts'
export { writePlan } from './plan-run.ts'
export { countFailures, countJudgements, countJudgementsAhead } from './progress-queries.ts'
export { queueJudgements } from './queue-work.ts'
export { requireKnownModels, requireKnownTo } from './require-known-models.ts'
export { runsOnPair } from './runs-on-pair.ts'
export { startRun } from './start-run.ts'
export type { JudgingRequestSpec } from './start-run.ts'
export { countPlanned, selectModelsCalled } from './work-queries.ts'
