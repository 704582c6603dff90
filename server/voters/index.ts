/**
 * Voters: who votes. Anybody is a voter by a random cookie. An invitation makes a browser an invited voter in one arena,
 * for one person or for a group; only its hash is stored. Names of invited people are shown to operators only. A voter's
 * group is fixed before the first vote.
 */
export { voterFor, votersOf } from './voter.ts'
export { arenaForReader, requireStillInvited, voterInArena, forgetInvited } from './invited-voter.ts'
export type { ArenaVoter } from './invited-voter.ts'
export { assignedPairsFor, sharedPairFor, takeAssigned } from './shared-pair-for.ts'
export { voterRoutes } from './routes.ts'
