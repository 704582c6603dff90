/** One view of a board, and its pictures and texts without a browser: pure functions. */
export { boardView } from './board-view.ts'
export type { Axis, Bar, BoardView, Density, Group, Row, Tick } from './board-view.ts'
export type { FinishBoard, FinishContestant, Language } from './finish-board.ts'
export { headline, ruleLine, votesForFirstRatings, type Headline, type RuleLine } from './headline.ts'
export { COLOURS, type Theme } from './mark.ts'
export { drawPlate, plateSvg, SHARE_SIZE, shareSvg, type Picture, type PlateOptions } from './plate.ts'
