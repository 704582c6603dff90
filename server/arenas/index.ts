/**
 * Arenas: the questions to settle. An arena is found by its slug. A private arena needs the admin token; one with
 * visibility `link` is not listed, but anyone who has its address can open it.
 */
export { addCriteria, createArena, describeAnew, putProviders } from './create-arena.ts'
export {
  countPeopleVotes,
  countSealedVotes,
  lockPendingDecision,
  requireOpen,
  requireUndecided,
  requireUnarchived,
  votingClosedAt,
} from './closing.ts'
export {
  DECIDE_TASK,
  dayOf,
  holdDecision,
  decidesOf,
  insertDecision,
  isPending,
  lockVoting,
  sealPlan,
  selectDecision,
} from './plan.ts'
export {
  arenaFor,
  ofArena,
  ofReader,
  selectProviders,
  selectTrust,
  groupsWithBoard,
  LEAST_PEOPLE_OF_GROUP,
  defaultSourceOf,
  listArenas,
  withNearArenas,
} from './describe-arena.ts'
export {
  arenaById,
  arenaBySlug,
  arenaNamed,
  findArena,
  requireShown,
  anyVotable,
  countErasedVoter,
  countListed,
  selectSizes,
  setArchived,
  setBudget,
  touchArena,
} from './arena.ts'
export type { Arena } from './arena.ts'
export type { NewProvider } from './create-arena.ts'
export { arenaRoutes } from './routes.ts'
export { MANY_VOTES, storeVoteCounts } from './vote-counts.ts'
