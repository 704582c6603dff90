/**
 * Arenas: the questions to settle. An arena is found by its slug. A private arena needs the admin token; one with
 * visibility `link` is not listed, but anyone who has its address can open it.
 */
export { addCriteria, createArena, describeAnew } from './create-arena.ts'
export { isVotingClosed, mustBeOpen, mustBeOpenForVote } from './closing.ts'
export { mustNotBeArchived } from './archived.ts'
export { arenaFor } from './arena-for.ts'
export { arenaById, arenaBySlug, arenaNamed, findArena, mustBeShown } from './find-arena.ts'
export type { Arena, NewArena } from './arena.ts'
export { anyVotable, countErasedVoter, selectSizes, setArchived, touchArena } from './queries.ts'
export { putProviders } from './put-providers.ts'
export type { NewProvider } from './put-providers.ts'
export { selectProviders } from './provider-queries.ts'
export { groupsWithBoard, LEAST_PEOPLE_OF_GROUP } from './groups-with-board.ts'
export { showTo } from './show-to.ts'
export { listForAdmin } from './describe-for-admin.ts'
export { arenaRoutes } from './routes.ts'
export { MANY_VOTES, storeVoteCounts } from './vote-counts.ts'
export { defaultSourceOf, listArenas } from './describe-arena.ts'
export type { ArenaAtHand } from './describe-arena.ts'
