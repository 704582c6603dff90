/**
 * Comparisons: may one contestant replace another? Two contestants of an arena are compared on the votes that they
 * share, and a gate decides. A comparison stores nothing: the same votes give the same result.
 */
export { compareContestants, compareInFile } from './compare-contestants.ts'
export type { ComparisonRequest } from './compare-contestants.ts'
export { contestantNamed, selectNames } from './shared-votes.ts'
export type { Named, SharedVote } from './shared-votes.ts'
export { asksMeasured, gateOf, sequentialGate } from './gate.ts'
export type { GateRequest } from './gate.ts'
export { lookAtPair, nextBatch } from './next-batch.ts'
export { compareRoutes } from './routes.ts'
