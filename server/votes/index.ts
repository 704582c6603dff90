/**
 * Votes are append-only: one vote for each battle and voter, decided once. Within ten seconds a vote can be taken back.
 * That adds a retraction and closes the battle for good, because names were seen.
 */
export { publishVotes, startPublishing } from './publish-votes.ts'
export { RATE_TASK, requestRating } from './request-rating.ts'
export { SEARCH_TASK } from './request-search.ts'
export type { SearchPayload } from './request-search.ts'
export { removeSimulatedVotes } from './remove-simulated.ts'
export { voteRoutes } from './routes.ts'
export { countedVotes } from './counted-votes-queries.ts'
export type { VoteSelection } from './counted-votes-queries.ts'
export { updateOutgrownStatistics, updateStatistics } from './planner-statistics.ts'
export { settleVoterCap } from './voter-cap-queries.ts'
export { eraseReasonsAbout, forgetVoter } from './erasure-queries.ts'
export { forgetNetworks, recordVotes, recordVotesFrom, retractVotes } from './queries.ts'
export type { RecordedVote } from './queries.ts'
