/**
 * Compare: does one contestant replace another? Two of an arena's contestants on the votes they share, held against a
 * gate. What is said is computed from facts, and the same facts say the same; only a challenge leaves a log of its own.
 */
export {
  advanceChallenge,
  CHALLENGE_TASK,
  challengeOutcome,
  challengeRuns,
  ChallengeStopped,
  climbOf,
  climbRoutes,
  isAtRest,
  requeueChallenges,
  startChallenge,
} from '../challenges/index.ts'
export type { Challenged, ChallengeRequest } from '../challenges/index.ts'
export { compareContestants } from './compare-contestants.ts'
export type { ComparisonRequest } from './compare-contestants.ts'
export { contestantNamed } from './contestant-named.ts'
export { examplesOf } from './examples-of.ts'
export { gateOf, sequentialGate } from './gate.ts'
export type { GateRequest, NamedGate } from './gate.ts'
export { nextBatch } from './next-batch.ts'
export type { BatchRequest, Look } from './next-batch.ts'
export { compareRoutes } from './routes.ts'
export type { SpendingBounds } from './spending-rails.ts'
