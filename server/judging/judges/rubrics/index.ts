/**
 * Rubrics: files with the instructions for judges. The front matter names criteria and forms, the text is the
 * instructions. A rubric and the judge prompts of rubrics/judge-prompts have one hash together, and a judge
 * evaluation holds for that hash.
 */
export { instructionsFor } from './criterion-sections.ts'
export { hashRubric } from './hash-rubric.ts'
export { withJudgePrompt } from './judge-prompt.ts'
export { filledIn, placesMaterial, splitAtMaterial } from './judge-prompt-places.ts'
export { readRubric, rubricOf } from './read-rubric.ts'
export type { ReadRubric } from './read-rubric.ts'
export { rubricPath, RUBRICS_FOLDER, SHIPPED_RUBRICS } from './rubric-path.ts'
