/**
 * Ratings: votes → tally → board → snapshot. Everything here is computed from facts and can be thrown away and
 * computed again; a snapshot carries what it takes to do so. Boards of one arena are refitted by one job at a time.
 */
export { computeBoard } from './compute-board.ts'
export type { BoardOptions, KnownContestant, RatedVote } from './compute-board.ts'
export { roundsInThreads } from './rounds/rounds-in-threads.ts'
export { computeBoardBy, METHODS } from './compute-by-method.ts'
export type { Method } from './compute-by-method.ts'
export { boardHistory } from './board-history.ts'
export type { BoardHistory } from './board-history.ts'
export { currentPairs } from './current-pairs.ts'
export type { CountedPairs } from './rating-thread.ts'
export { currentDifferences, noContestant } from './current-differences.ts'
export type { ComputedDifferences } from './fold/differences-of.ts'
export { currentSnapshot, settledSnapshot } from './current-snapshot.ts'
export { finishBoards } from './finish-boards.ts'
export type { Snapshot } from './snapshot-queries.ts'
export { rateArena } from './rate-arena.ts'
export { FINISH_TASK } from './refresh-board.ts'
export { sourceWarnings } from './source-warnings.ts'
export { momentOf, resolveView, ViewRequest } from './view.ts'
export type { ArenaView } from './view.ts'
