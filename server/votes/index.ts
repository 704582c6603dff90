/**
 * Votes: append-only facts. One vote per battle and voter, decided once; within ten seconds it can be taken
 * back, which adds a retraction and closes the battle for good, because names were seen.
 */
export { RATE_TASK, requestRating } from './request-rating.ts'
export { removeSimulatedVotes } from './remove-simulated.ts'
export { recordVotes } from './record-votes.ts'
export type { RecordedVote } from './record-votes.ts'
export { importedKeys, retractVotes } from './queries.ts'
export { voteRoutes } from './routes.ts'
export { countedVotes } from './counted-votes-queries.ts'
export type { VoteSelection } from './counted-votes-queries.ts'
