/** The words of a board: pure text from its numbers. */
export { listed, listedShortly, twoDigits, withCommas } from './count.ts'
export { fewWords } from './few-words.ts'
export type { FewWords } from './few-words.ts'
export { fragilityText } from './fragility.ts'
export { sentence } from './sentence.ts'
export type { Sentence } from './sentence.ts'
export { stillNeeds } from './still-needs.ts'
export { warningText } from './warning.ts'
