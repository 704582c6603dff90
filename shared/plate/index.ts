/** The picture of a board that people quote: a pure function from a board to SVG, and how its text is measured. */
export { PLATE_SIZE, plateSvg } from './plate.ts'
export type { PlateOptions } from './plate.ts'
export type { Theme } from './colours.ts'
export { escaped, isolated, px, visible } from './xml.ts'
export { textWidth } from './measure.ts'
