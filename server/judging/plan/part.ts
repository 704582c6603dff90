import { criteriaAsked } from '../judges/index.ts'
import type { CurrentJudge } from '../judges/index.ts'

/** Two contestants, or all, on some prompts. A run of a part makes only their answers, judgements and gating checks. */
export interface PlanPart {
  /** Ids, the smaller one first; missing for all. */
  contestants?: [number, number] | undefined
  prompts: number[]
  /** Only calls about one of these criteria are made; missing for all. */
  criteria?: string[] | undefined
}

/** Whether an answer belongs to the part. */
export const isInPart = (
  part: PlanPart | undefined,
  { contestantId, promptId }: { contestantId: number; promptId: number },
): boolean => !part || ((part.contestants?.includes(contestantId) ?? true) && part.prompts.includes(promptId))

/** The calls to each judge, one for each list of criteria, limited to the part's criteria. */
export function judgeCallsOf<J extends Pick<CurrentJudge, 'ask' | 'criteria' | 'rubric'>>(
  judges: readonly J[],
  part?: Pick<PlanPart, 'criteria'>,
): (J & { criteria: string[] })[] {
  const requested = part?.criteria
  return judges
    .flatMap((judge) => criteriaAsked(judge).map((criteria) => ({ ...judge, criteria })))
    .filter(({ criteria }) => !requested || criteria.some((criterion) => requested.includes(criterion)))
}
