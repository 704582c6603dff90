/**
 * Answers: the answers of each contestant to each prompt, its samples, numbered from 1. The text of an answer that was shown, judged
 * or voted on never changes; a new text needs a new contestant. An answer made by a provider is made again only when its
 * inputs change.
 */
export { composeAnswer } from './compose-answer.ts'
export type { AnsweredPrompt, AnsweringContestant, ComposedAnswer } from './compose-answer.ts'
export { EXPECTED_TURN_TOKENS, expectAnswers } from './expect-answers.ts'
export { isPlaceholder, placeholdersIn, replacePlaceholders, valueOf } from './fill-in.ts'
export type { PromptData } from './fill-in.ts'
export { answeringContestants, answerToMake, missingAnswers } from './missing-answers.ts'
export type { MissingAnswer } from './missing-answers.ts'
export { FIND_LEAKS_TASK, findLeaks, leakSearchOf } from './leaks/find-leaks.ts'
export {
  insertLeaks,
  releaseOpenLeaks,
  selectUnsearchedArenas,
  settleLeaks,
  withoutLeak,
} from './leaks/leak-queries.ts'
export type { NewLeak } from './leaks/leak-queries.ts'
export { findInjections } from './injections/find-injections.ts'
export { INJECTION_RULES, injectionIn } from './injections/injection-in.ts'
export { injectedAnswers, selectArenasToSearch } from './injections/injection-queries.ts'
export { LEAK_RULES } from './leaks/names-of-contestants.ts'
export { forgetOutdated } from './forget-outdated.ts'
export { recordAnswer } from './record-answer.ts'
export type { MadeAnswer, MadeTurn } from './record-answer.ts'
export { threadOf } from './thread.ts'
export { measure as measureAnswer } from './measure.ts'
export { putAnswers } from './put-answers.ts'
export type { NewAnswer } from './put-answers.ts'
export { eraseAnswers, forgetLeaksOfPrompt } from './erasure-queries.ts'
