/** The picture of a board that people quote: a pure function from a board to SVG, and how its text is measured. */
export { matrixSvg } from './matrix.ts'
export type { PairVotes } from './matrix.ts'
export { plateSvg } from './plate.ts'
export type { PlateOptions } from './plate.ts'
export { PLATE_SIZE, embedCode, embedSize, LINK_HEIGHT } from './embed-code.ts'
export { words as plateWords } from './words/index.ts'
export { COLOURS, escaped, isolated, px, visible, textWidth } from './text.ts'
export type { Colours, Theme } from './text.ts'
