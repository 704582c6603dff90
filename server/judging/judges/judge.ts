import type { JudgementForm, Rubric } from '../../../shared/contracts/index.ts'

/** A judge as an arena.yaml has it, its rubric read. */
export interface NewJudge {
  name: string
  /** Name of a provider of the arena. */
  provider: string
  model: string
  params: Record<string, unknown>
  rubric: Rubric
  rubricSha256: string
  /** Null: all of the rubric's. */
  criteria: string[] | null
  /** Null: prompts of all categories, and those without one. */
  categories: string[] | null
  family: string | null
  form: JudgementForm
  /** How many answers are shown at once where the form is listwise, 3 to 6. */
  listSize: number
  /** Whether several criteria are asked in one call, or each in its own. */
  ask: 'together' | 'apart'
}

/** A judge with the version that judges now. */
export interface CurrentJudge extends NewJudge {
  versionId: number
}

/** What a judge is asked in one call each: lists of criteria. */
export function criteriaAsked({
  rubric,
  criteria,
  ask,
}: Pick<NewJudge, 'rubric' | 'criteria' | 'ask'>): string[][] {
  const asked = rubric.criteria.filter((one) => criteria === null || criteria.includes(one))
  return ask === 'apart' ? asked.map((one) => [one]) : asked.length > 0 ? [asked] : []
}
