/**
 * Voters: who votes. Anybody is a voter by a random cookie. An invitation makes a browser an invited voter in one arena,
 * for one person or for a group. A link to judged pairs is for anybody, and leaves each browser the voter that it is. Of a link
 * only a hash is stored. Names of invited people are shown to operators only. A voter's group is fixed before the first vote.
 */
export { votersFromCookies } from './voter.ts'
export {
  arenaForVoterOrOperator,
  forgetInvited,
  labellerInArena,
  requireStillInvited,
  voterInArena,
} from './invited-voter.ts'
export { makeInvitations } from './invitations.ts'
export type { ArenaVoter } from './invited-voter.ts'
export { drawAssignedPairs, takeAssigned } from './shared-pairs.ts'
export { voterRoutes } from './routes.ts'
