/**
 * Answers: the answers of each contestant to each prompt, its samples, numbered from 1. The text of an answer that was shown, judged
 * or voted on never changes; a new text needs a new contestant. An answer made by a provider is made again only when its
 * inputs change.
 */
export {
  composeAnswer,
  EXPECTED_TURN_TOKENS,
  estimateAnswerCalls,
  isPlaceholder,
  placeholdersIn,
  replacePlaceholders,
  placeholderValue,
  composeThread,
} from './compose-answer.ts'
export type { GenerationConfig } from './compose-answer.ts'
export { answeringContestants, answerToMake, missingAnswers, forgetOutdated } from './missing-answers.ts'
export {
  FIND_LEAKS_TASK,
  leakSearchJob,
  insertLeaks,
  releaseOpenLeaks,
  searchArena,
  selectUnsearchedArenas,
  settleLeaks,
  withoutLeak,
} from './leaks/find-leaks.ts'
export type { NewLeak } from './leaks/find-leaks.ts'
export { injectedAnswers } from './injections.ts'
export {
  recordAnswer,
  measure as measureAnswer,
  putAnswers,
  eraseAnswers,
  keepDrawn,
  withText,
} from './put-answers.ts'
export type { AnswerContent, MadeTurn, NewAnswer } from './put-answers.ts'
