/**
 * Ratings: votes → tally → board → snapshot; README.md has the picture. Everything here is computed from votes and can
 * be deleted and computed again. One job at a time computes the boards of an arena.
 */
export { computeBoard, computeBoardBy, METHODS } from './compute-board.ts'
export type { BoardOptions, KnownContestant } from './boards/board-of.ts'
export { roundsInThreads } from './boards/rounds-in-threads.ts'
export { pairingWasUnknown, sourceWarnings } from './boards/board-warnings.ts'
export type { Method } from './compute-board.ts'
export { boardHistory, pastProgress } from './board-history.ts'
export { BoardState } from './board-state.ts'
export type { BoardHistory } from './board-state.ts'
export { currentWinRates } from './win-rates.ts'
export type { WinRatesAgainst } from './win-rates.ts'
export type { ComputedReports } from './reports/board-reports.ts'
export type { CountedPairs } from './rating-thread.ts'
export {
  currentCellVotes,
  currentContestantVotes,
  currentDifferences,
  currentExploredVotes,
  currentPairs,
  currentReports,
  noContestant,
} from './current-votes.ts'
export type {
  PromptVotes,
  ContestantVotes,
  PromptsByVotes,
  VotesOfPrompt,
} from './vote-store/votes-by-prompt.ts'
export type { CurrentDifferences } from './current-votes.ts'
export {
  currentSnapshot,
  finishedSnapshot,
  wholeSnapshot,
  finishBoards,
  FINISH_TASK,
  selectBoard,
  selectNewest,
} from './snapshots.ts'
export { hasFocusedDraws } from './board.ts'
export type { Snapshot } from './snapshots.ts'
export { rateArena } from './rate-arena.ts'
export { countPastBoards, PAST_TASK, requestPast, requestPastOfAll } from './past-boards.ts'
export type { PastPayload } from './past-boards.ts'
export { humanView, momentOf } from './view.ts'
export { votesSharing } from './vote-sharing.ts'
export type { VoteSharing } from './vote-sharing.ts'
export { resolveView, ViewRequest } from './resolve-view.ts'
export type { ArenaView } from './view.ts'
