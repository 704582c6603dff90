import type { JudgementForm } from '../../../shared/contracts/index.ts'
import { isOfCategories } from '../../prompts/index.ts'
import { drawGroups } from './listwise.ts'
import { meetingsOf } from './meetings.ts'
import type { Meetings } from './meetings.ts'
import { drawPairs } from './pairwise.ts'
import { answersKey, examinerKey } from './planned.ts'
import type { DrawnPlan, Examiner, PlanAnswer, PlannedJudgement, StandingJudgement, Wish } from './planned.ts'

interface Examined {
  form: JudgementForm
  promptId: number
  answerIds: number[]
}

/**
 * Draws what is still to be judged: pairs and prompts uniformly without replacement, until every pair of contestants
 * has as many votes of every judge under every criterion as are asked for. What stands already counts and is never
 * drawn again; what failed for good is neither counted nor drawn. Two equal texts never meet. All judges are drawn the
 * same meetings, so that they can be compared. Depends on its arguments alone.
 */
export function drawJudgements(
  answers: readonly PlanAnswer[],
  examiners: readonly Examiner[],
  standing: readonly StandingJudgement[],
  wish: Wish,
  seed: number,
): DrawnPlan {
  const meetings = meetingsOf(answers, wish.baseline, seed)
  const byExaminer = Map.groupBy(standing, examinerKey)
  let stood = 0
  const lists = examiners.map((examiner) => {
    const own = byExaminer.get(examinerKey(examiner)) ?? []
    const repeatsOf = Map.groupBy(own, ({ answerIds }) => answersKey(answerIds))
    const judgements: PlannedJudgement[] = []
    for (const { form, promptId, answerIds } of examinedBy(examiner, answers, meetings, own, wish, seed)) {
      const there = repeatsOf.get(answersKey(answerIds)) ?? []
      for (let repeat = 0; repeat < wish.repeats; repeat++) {
        const old = there.find((one) => one.repeat === repeat)
        if (old && !old.failed) stood++
        if (old) continue
        const { versionId, criteria } = examiner
        judgements.push({ versionId, criteria, form, promptId, answerIds, repeat })
      }
    }
    return judgements
  })
  return { judgements: interleaved(lists), identical: meetings.identical, standing: stood }
}

function examinedBy(
  { form, listSize, categories }: Examiner,
  answers: readonly PlanAnswer[],
  meetings: Meetings,
  own: readonly StandingJudgement[],
  wish: Wish,
  seed: number,
): Examined[] {
  const isAsked = (category: string | null) => isOfCategories(category, categories)
  const first = own.filter(({ repeat }) => repeat === 0)
  if (form === 'pairwise') {
    const judged = new Map(first.map(({ answerIds, failed }) => [answersKey(answerIds), failed]))
    const pairs = meetings.pairs.map((all) => all.filter(({ category }) => isAsked(category)))
    return drawPairs(
      pairs,
      wish.votesPerPair,
      ({ answerIds }) => judged.get(answersKey(answerIds)) === false,
      ({ answerIds }) => judged.get(answersKey(answerIds)) === true,
    ).map(({ promptId, answerIds }) => ({ form, promptId, answerIds }))
  }
  const asked = answers.filter(({ category }) => isAsked(category))
  const byId = new Map(asked.map((answer) => [answer.id, answer]))
  const there = first.flatMap(({ answerIds, failed }) => {
    const group = answerIds.flatMap((id) => byId.get(id) ?? [])
    return group.length < answerIds.length ? [] : [{ promptId: group[0]!.promptId, answers: group, failed }]
  })
  return [...there, ...drawGroups(asked, listSize, wish, there, seed)].map(
    ({ promptId, answers: group }) => ({
      form,
      promptId,
      answerIds: group.map(({ id }) => id),
    }),
  )
}

/** All lists in one, each in its own order and spread over the whole. */
function interleaved(lists: readonly PlannedJudgement[][]): PlannedJudgement[] {
  return lists
    .flatMap((list) => list.map((judgement, i) => ({ judgement, at: (i + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ judgement }) => judgement)
}
