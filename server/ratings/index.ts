/**
 * Ratings: votes → tally → board → snapshot; README.md has the picture. Everything here is computed from votes and can
 * be deleted and computed again. One job at a time computes the boards of an arena.
 */
export { boardHistory } from './board-history.ts'
export { BoardMemory } from './board-memory.ts'
export { selectFailedJudgements } from './board.ts'
export { BOOTSTRAP } from './boards/assemble-board.ts'
export { byCodeUnits } from './boards/canonical-order.ts'
export { clusterOfKinds } from './boards/count-votes.ts'
export { sourceWarnings } from './boards/board-warnings.ts'
export { METHODS, recomputeBoard } from './compute-board.ts'
export {
  currentDifferences,
  currentListedVotes,
  currentPairs,
  currentReports,
  currentVotesByPrompt,
  unknownContestantProblem,
  voterInfluence,
} from './current-votes.ts'
export { requestPast, requestPastOfAll } from './past-boards.ts'
export type { CountedPairs } from './rating-thread.ts'
export type { ComputedDifferences } from './vote-store/compute-differences.ts'
export type { ComputedReports } from './reports/compute-reports.ts'
export { defaultLooks, resolveView, ViewRequest } from './resolve-view.ts'
export { afterVote as decideAfterVote, decideAll } from './decide.ts'
export { currentSnapshot, ratingTasks, selectBoard, selectNewest, type Snapshot } from './snapshots.ts'
export { parseViewDate, type ArenaView } from './view.ts'
export type { ListedVote, ListedVotes, Place, VoteListRequest } from './vote-store/listed-votes.ts'
export type { PromptVotes } from './vote-store/votes-by-prompt.ts'
export { baselineLines, headToHeadLines, namedMeetings } from './reports/reports-text.ts'
export { currentWinRates, type WinRatesAgainst } from './win-rates.ts'
