import { adviseOnMethod } from '../../judging/index.ts'
import type { Advice, NewJudge } from '../../judging/index.ts'
import type { Described } from './arena-plan.ts'
import type { Path } from './problems.ts'

/**
 * The place of the file that each advice is about. A missing part is reported as a problem instead, at its prompt or
 * contestant.
 */
const PLACES: Partial<Record<Advice['code'], Path>> = {
  criterion_is_a_rule: ['criteria'],
  rubric_holds_a_rule: ['judges'],
  rubric_asks_for_scores: ['judges'],
  rubric_forbids_ties: ['judges'],
  too_few_for_listwise: ['judges'],
  references_are_labels: ['prompts'],
  references_unused: ['prompts'],
  nobody_judges: [],
}

/** Warns where the method looks wrong for the question. */
export function adviseOn({ file, prompts, findings }: Described, judges: readonly NewJudge[]): void {
  const rubrics = new Map(judges.map(({ name, rubric }) => [name, rubric]))
  const question = { arena: file, rubrics, prompts: prompts ?? [], answersBringContext: true }
  for (const advice of adviseOnMethod(question)) {
    const place = PLACES[advice.code]
    if (place) findings.warning(place, advice)
  }
}
