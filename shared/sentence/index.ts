/** Words that surfaces share, made from numbers by pure functions. */
export { actWords, detailName } from './audit.ts'
export { oneDigit, warningText, withCommas } from './count.ts'
export { trialWords } from './trial.ts'
export { planPhrases } from './read-plan.ts'
export { namedByVotes, recordsSentence, rowSentence } from './read-row.ts'
