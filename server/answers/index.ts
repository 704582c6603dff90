/**
 * Answers: what each contestant gave to each prompt, at most one each. The text of an answer that was
 * shown or voted on never changes; a new text belongs to a new contestant.
 */
export { putAnswers } from './put-answers.ts'
export type { NewAnswer } from './put-answers.ts'
export { answerIds } from './queries.ts'
export { styleOf } from './style.ts'
