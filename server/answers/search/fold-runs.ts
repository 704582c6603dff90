/** Blanks in a row, and one character again and again, that are kept. More of them say nothing, and a search may try each. */
const MAX_IN_A_RUN = 20

const BLANKS = new RegExp(`(\\s{${MAX_IN_A_RUN}})\\s+`, 'gu')
const SAME = new RegExp(`((.)\\2{${MAX_IN_A_RUN - 1}})\\2+`, 'gsu')

/** A text whose long runs of blanks, and of one character, are cut to `MAX_IN_A_RUN`. Linear in the length. */
export const foldRuns = (text: string): string => text.replace(BLANKS, '$1').replace(SAME, '$1')
