/** The words of a board: pure text from its numbers. */
export { listed, twoDigits, withCommas } from './count.ts'
export { fragilityText } from './fragility.ts'
export { listedShortly } from './listed-shortly.ts'
export { sentence } from './sentence.ts'
export type { Sentence } from './sentence.ts'
export { stillNeeds } from './still-needs.ts'
export { warningText } from './warning.ts'
export type { Language } from './words/index.ts'
