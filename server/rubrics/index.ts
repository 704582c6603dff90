/**
 * Rubrics: files with what judges are asked, and the judge prompts around it. Shipped ones, and those of users. Always
 * holds: equal hashes mean that judges read equal words.
 */
export {
  fillPlaceholders,
  hashRubric,
  criteriaInstructions,
  placesMaterial,
  criterionQuestion,
  readRubric,
  readUploadedRubric,
  rubricPath,
  RUBRICS_FOLDER,
  SHIPPED_RUBRICS,
  splitAtMaterial,
  withCriterion,
  withJudgePrompt,
  type ReadRubric,
} from './rubrics.ts'
