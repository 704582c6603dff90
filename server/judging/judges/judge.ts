import type { JudgementForm, Logprobs, Rubric } from '../../../shared/contracts/index.ts'

/** A judge as arena.yaml defines it, with its rubric. */
export interface NewJudge {
  name: string
  /** Name of a provider of the arena. */
  provider: string
  model: string
  params: Record<string, unknown>
  rubric: Rubric
  rubricSha256: string
  /** Null for all criteria of the rubric. */
  criteria: string[] | null
  /** Null for all prompts, with or without a category. */
  categories: string[] | null
  family: string | null
  form: JudgementForm
  /** How many answers a listwise judge is shown at once, 3 to 6. */
  listSize: number
  /** Whether several criteria are asked about in one call, or each in a call of its own. */
  ask: 'together' | 'apart'
  /** Whether it asks for log-probabilities of its verdicts, and whether its votes are weighed by them; `off` by default. */
  logprobs?: Logprobs | undefined
}

/** A judge with its active version. */
export interface CurrentJudge extends NewJudge {
  versionId: number
}

/** The criteria of each call: a list of lists. */
export function criteriaAsked({
  rubric,
  criteria,
  ask,
}: Pick<NewJudge, 'rubric' | 'criteria' | 'ask'>): string[][] {
  const ownCriteria = rubric.criteria.filter((one) => criteria === null || criteria.includes(one))
  return ask === 'apart' ? ownCriteria.map((one) => [one]) : ownCriteria.length > 0 ? [ownCriteria] : []
}
