/**
 * Votes are append-only: one vote for each battle and voter, decided once. Within ten seconds a vote can be taken back,
 * unless its names were shown. That adds a retraction and closes the battle for good.
 */
export { publishVotes, startPublishing, RATE_TASK, requestRating } from './publish-votes.ts'
export { voteRoutes } from './routes.ts'
export { countedVotes, settleVoterCap, votesIn } from './counted-votes.ts'
export type { VoteSelection } from './counted-votes.ts'
export {
  eraseReasonsAbout,
  forgetVoter,
  recordVotes,
  recordVotesFrom,
  retractVotes,
  type RecordedVote,
} from './record-votes.ts'
export { updateOutgrownStatistics, updateStatistics } from './planner-statistics.ts'
