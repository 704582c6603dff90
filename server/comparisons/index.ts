/**
 * Comparisons: may one contestant replace another? Two contestants of an arena are compared on the votes that they
 * share, and a gate decides. What judging them came to is stored, so that all surfaces show it until votes change.
 */
export { compareContestants, withBoard } from './compare-contestants.ts'
export type { ComparisonRequest } from './compare-contestants.ts'
export { contestantNamed } from './shared-votes.ts'
export type { Named, SharedVote } from './shared-votes.ts'
export { resolveGate, measureJudges, sequentialGate } from './gate.ts'
export type { GateRequest } from './gate.ts'
export { assessPair, nextBatch } from './next-batch.ts'
export { compareRoutes } from './routes.ts'
