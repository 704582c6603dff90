/** Marks on one letter that are kept: Unicode's stream-safe text has at most 30 in a row. */
const MAX_MARKS = 30

const MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

/**
 * A text without the marks beyond 30 in a row, to be taken before `normalize`, which sorts them in a time that grows with the
 * square of their number: 80,000 take 8 s. Linear in the length.
 */
export const limitCombiningMarks = (text: string): string => text.replace(MARKS, '$1')

/** Blanks in a row, and one character again and again, that are kept. More of them say nothing, and a search may try each. */
const MAX_IN_A_RUN = 20

const BLANKS = new RegExp(`(\\s{${MAX_IN_A_RUN}})\\s+`, 'gu')
const SAME = new RegExp(`((.)\\2{${MAX_IN_A_RUN - 1}})\\2+`, 'gsu')

/** A text whose long runs of blanks, and of one character, are cut to `MAX_IN_A_RUN`. Linear in the length. */
export const foldRuns = (text: string): string => text.replace(BLANKS, '$1').replace(SAME, '$1')
