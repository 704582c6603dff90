/**
 * Votes are append-only: one vote for each battle and voter. Until then a choice is pending, and its voter may change it or
 * take it back. It becomes a vote when the voter goes on, sees the names, or a minute has passed.
 */
export { publishVotes, startPublishing } from './publish-votes.ts'
export { RATE_TASK, requestRating } from './request-rating.ts'
export { settleDueVotes, settleVoterVotes } from './settle-votes.ts'
export { voteRoutes } from './routes.ts'
export { countedVotes, settleVoterCap, votesQuery } from './counted-votes.ts'
export type { VoteSelection } from './counted-votes.ts'
export {
  eraseReasonsAbout,
  forgetVoter,
  recordVotes,
  recordVotesFromTable,
  retractVotes,
  type RecordedVote,
} from './record-votes.ts'
export { updateOutgrownStatistics, updateStatistics } from './planner-statistics.ts'
