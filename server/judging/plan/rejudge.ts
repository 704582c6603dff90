/** Draws what a new version of a judge judges again: the answers that earlier versions judged. Pure. */
import { isOfCategories } from '../../prompts/index.ts'
import { answersKey } from './planned.ts'
import type { AnswersToJudge, JudgedEarlier, JudgeCall, PlanAnswer } from './planned.ts'

/**
 * The answers that earlier versions judged under one of the call's criteria, each once, in the order in which the
 * earlier version saw them first. A judge of pairs gets each pair of an earlier list. Answers that a plan no longer
 * has are left out.
 */
export function answersToRejudge(
  { versionId, criteria, form, categories }: JudgeCall,
  byId: ReadonlyMap<number, PlanAnswer>,
  judgedEarlier: readonly JudgedEarlier[],
): AnswersToJudge[] {
  const drawn = new Map<string, AnswersToJudge>()
  for (const earlier of judgedEarlier) {
    if (earlier.versionId !== versionId || !earlier.criteria.some((one) => criteria.includes(one))) continue
    for (const answerIds of form === 'pairwise' ? pairsOf(earlier.answerIds) : [earlier.answerIds]) {
      const answers = answerIds.flatMap((id) => byId.get(id) ?? [])
      const isThere = answers.length === answerIds.length && isOfCategories(answers[0].category, categories)
      const key = answersKey(answerIds)
      if (isThere && !drawn.has(key)) drawn.set(key, { form, promptId: answers[0].promptId, answerIds })
    }
  }
  return [...drawn.values()]
}

const pairsOf = (ids: number[]): number[][] =>
  ids.flatMap((one, i) => ids.slice(i + 1).map((other) => [one, other]))
