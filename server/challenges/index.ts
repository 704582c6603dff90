/**
 * Challenge: the gold triad. A judge sees reference, incumbent's and challenger's answer and says which is closer; a gate
 * promotes the challenger.
 *
 * Always holds: the log is append-only, and who is the incumbent follows from it alone; within an epoch judge, rubric,
 * references and hold-out are the same; the same attempt is entered once; an arena has one challenge at a time, and what
 * it consists of is settled when it begins; nothing here is a vote.
 */
export { advanceChallenge } from './advance-challenge.ts'
export { CHALLENGE_TASK } from './challenge-job.ts'
export { challengeRuns } from './challenge-runs.ts'
export { challengeOutcome, ChallengeStopped, isAtRest } from './challenge-outcome.ts'
export type { Challenged } from './challenge-outcome.ts'
export { climbOf } from './climb-of.ts'
export type { ChallengeRequest } from './plan-challenge.ts'
export { climbRoutes } from './routes.ts'
export { startChallenge } from './start-challenge.ts'
export { requeueChallenges } from './requeue-challenges.ts'
