/** The rubrics that are shipped, by name, with the criteria they judge by. */
const CRITERIA: Record<string, readonly string[]> = {
  overall: ['overall'],
  helpfulness: ['helpfulness'],
  groundedness: ['groundedness'],
  coherence: ['coherence'],
  completeness: ['completeness'],
  reference: ['closeness'],
  rag: ['helpfulness', 'groundedness', 'coherence', 'completeness'],
}

export const SHIPPED = Object.keys(CRITERIA)

/** Stands for a rubric written here; no file has this name. */
export const OWN_RUBRIC = ''

/** Null for one written here, which judges by the arena's first. */
export const criteriaOf = (rubric: string): readonly string[] | null => CRITERIA[rubric] ?? null
