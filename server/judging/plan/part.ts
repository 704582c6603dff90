import { criteriaAsked } from '../judges/index.ts'
import type { CurrentJudge } from '../judges/index.ts'

/** Two contestants on some prompts. A run of a part makes and judges nothing else, and makes no checks. */
export interface PlanPart {
  /** Ids, the smaller one first. */
  contestants: [number, number]
  prompts: number[]
  /** A judge is asked what holds one of these; everything it is asked unless told. */
  criteria?: string[] | undefined
}

/** Whether an answer belongs to what is meant. */
export const isInPart = (
  part: PlanPart | undefined,
  { contestantId, promptId }: { contestantId: number; promptId: number },
): boolean => !part || (part.contestants.includes(contestantId) && part.prompts.includes(promptId))

/** What the judges are asked in one call each, as far as it is meant. */
export function judgeCallsOf<J extends Pick<CurrentJudge, 'ask' | 'criteria' | 'rubric'>>(
  judges: readonly J[],
  part?: Pick<PlanPart, 'criteria'>,
): (J & { criteria: string[] })[] {
  const meant = part?.criteria
  return judges
    .flatMap((judge) => criteriaAsked(judge).map((criteria) => ({ ...judge, criteria })))
    .filter(({ criteria }) => !meant || criteria.some((criterion) => meant.includes(criterion)))
}
