/**
 * Rubrics: files that say what a judge judges by. Front matter names the criteria and forms, the text is the
 * instructions; together with the judge prompts of rubrics/judge-prompts they are known by one hash, to which
 * calibration is bound.
 */
export { instructionsFor } from './criterion-sections.ts'
export { hashRubric } from './hash-rubric.ts'
export { readRubric, rubricOf } from './read-rubric.ts'
export type { ReadRubric } from './read-rubric.ts'
export { rubricPath, RUBRICS_FOLDER, SHIPPED_RUBRICS } from './rubric-path.ts'
