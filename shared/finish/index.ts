/** One view of a board, and its pictures and texts without a browser: pure functions. */
export { boardView } from './board-view.ts'
export type { BoardView } from './board-view.ts'
export { decisionLine, decisionWords, type DecisionLine } from './decision.ts'
export { boardBefore, changesSinceDay, changesSince, rowChanges, seenBoard } from './changes.ts'
export { finishBoard } from './finish-board.ts'
export type { FinishBoard, FinishContestant } from './finish-board.ts'
export {
  votesForEmptyArena,
  headline,
  ruleLine,
  smallPrint,
  votesForFirstRatings,
  boardWords,
} from './headline.ts'
export { COLOURS, type Theme } from './mark.ts'
export { drawPlate, plateSvg, shareSvg } from './plate.ts'
export { badgeSvg } from './badge.ts'
export { terminalLines } from './terminal.ts'
export { escapedMarkdown, markdownTable } from './markdown.ts'
export { embedCode, embedSize, LINK_HEIGHT, PLATE_SIZE } from './embed-code.ts'
export { escaped, isolated, px, visible } from './measured.ts'
export { FACES, FAMILIES } from './text.ts'
