/** Marks on one letter that are kept: Unicode's stream-safe text has at most 30 in a row. */
const MAX_MARKS = 30

const MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

/**
 * A text without the marks beyond 30 in a row, to be taken before `normalize`, which sorts them in a time that grows with the
 * square of their number: 80,000 take 8 s. Linear in the length.
 */
export const limitCombiningMarks = (text: string): string => text.replace(MARKS, '$1')
