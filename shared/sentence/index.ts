/** The words of a board, made from its numbers by pure functions. */
export { listed, twoDigits, withCommas } from './count.ts'
export {
  fewWords,
  findingsOf,
  firstAmong,
  firstLineOf,
  firstPlace,
  leaderOf,
  lineOf,
  MANY,
  accented,
  mayBeFirst,
  placesOf,
  placeText,
  listedShortly,
  hasComparisons,
  isShownAbove,
  headline,
  heatForFirst,
  sentence,
  shortSentence,
  shownFirst,
  shownPlaces,
  stillNeeds,
  unitOf,
} from './sentence.ts'
export type { Place, Places, Sentence } from './sentence.ts'
export { smallPrint, warningText } from './small-print.ts'
export { hasTooFewVotes, isPlaced, untilFirstRatings, votesForFirstRatings } from './too-few-votes.ts'
export type { Placed } from './too-few-votes.ts'
export type { Language } from './words/index.ts'
