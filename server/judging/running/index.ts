/**
 * Running: what is planned becomes answers, checks and judgements, each by a job of its own.
 *
 * Always holds: every call is on record with what it may cost before it goes out; what a run has spent and what its calls
 * under way may cost never exceed its budget; what was paid for is never asked for again; a judgement and its votes are
 * written in one transaction; nothing but a job's provider holds it up.
 */
export { countRunsDone, selectRunFor, selectSpent } from './challenge-queries.ts'
export { challengeResults, startChallengeRun } from './challenge-run.ts'
export type { ChallengeResult } from './challenge-run.ts'
export type { AskedBy, ChallengeWish } from './challenge-wish.ts'
export { cancelRun, pauseRun, resumeRun, setBudget } from './change-run.ts'
export { judgeArena, requireModelsOfRun, runWish } from './judge-arena.ts'
export { startJudgingWorker } from './judging-worker.ts'
export type { JudgingWorker, JudgingWorkerOptions } from './judging-worker.ts'
export { leaveChallenge } from './leave-challenge.ts'
export { selectOpenChallenge, stopChallenge } from './open-challenge-queries.ts'
export type { ChallengeRow } from './open-challenge-queries.ts'
export { progressOf } from './progress.ts'
export { requireKnownModels, requireKnownTo } from './require-known-models.ts'
export { SEED } from './judge-arena.ts'
export { runsOnPair } from './runs-on-pair.ts'
export { advanceJob, CHALLENGE_TASK, challengeJob } from './run-jobs.ts'
export { countOpenRuns, lockRuns, selectLatestRun } from './run-queries.ts'
export type { Run } from './run-queries.ts'
export { challengeUnderWay, startRun } from './start-run.ts'
export type { RunWish } from './start-run.ts'
