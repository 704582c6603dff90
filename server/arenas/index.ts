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
  votingClosedAt,
} from './closing.ts'
export {
  DECIDE_TASK,
  decisionDay,
  holdDecision,
  selectDecides,
  insertDecision,
  isPending,
  lockVoting,
  sealPlan,
  selectDecision,
} from './plan.ts'
export {
  visibleArenaDetail,
  loadArena,
  loadReaderArena,
  selectProviders,
  selectTrust,
  groupsWithBoard,
  MIN_PEOPLE_OF_GROUP,
  readDefaultSource,
  listArenas,
  withNearArenas,
} from './describe-arena.ts'
export {
  arenaById,
  arenaForVisitor,
  arenaForOperator,
  findArena,
  requireVisible,
  anyVotable,
  countErasedVoter,
  countListed,
  selectSizes,
  setBudget,
  incrementRevision,
} from './arena.ts'
export type { Arena } from './arena.ts'
export type { ArenaProvider } from './describe-arena.ts'
export type { NewProvider } from './create-arena.ts'
export { arenaRoutes } from './routes.ts'
