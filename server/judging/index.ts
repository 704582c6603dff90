/**
 * Judging: LLM judges reach votes. Every pair is examined in both orders; what cannot be read strictly is no vote.
 * What a judge says decides by rubric and marked field alone, never by a word in an answer.
 */
export { readRubric, rubricPath, SHIPPED_RUBRICS } from './rubrics/index.ts'
