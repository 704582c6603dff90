import type { JudgementForm } from '../../../shared/contracts/index.ts'
import { isOfCategories } from '../../prompts/index.ts'
import { failingIn, skippedAs, skippedInLists } from './skipped-pairs.ts'
import type { Failing } from './skipped-pairs.ts'
import { drawGroups } from './listwise.ts'
import { answerPairsOf } from './answer-pairs.ts'
import type { AnswerPairs } from './answer-pairs.ts'
import { drawPairs } from './pairwise.ts'
import { answersKey, examinerKey } from './planned.ts'
import type {
  DrawnPlan,
  JudgeCall,
  SkippedPair,
  PlanAnswer,
  PlannedJudgement,
  StandingJudgement,
  DrawSpec,
} from './planned.ts'

/** Answers that the plan comes to, to be shown together unless one of them fails. */
interface AnswersToJudge {
  form: JudgementForm
  promptId: number
  answerIds: number[]
}

type Drawn =
  | { judgement: Omit<PlannedJudgement, 'place'>; leftOut?: never }
  | { leftOut: Omit<SkippedPair, 'place'>; judgement?: never }

/**
 * Draws what is still to be judged: pairs and prompts uniformly without replacement, until every pair of contestants
 * has as many votes of every judge under every criterion as are asked for. What stands already counts and is never
 * drawn again; what failed for good is neither counted nor drawn. Two equal texts never meet. All judges are drawn the
 * same meetings, so that they can be compared. A meeting with an answer that fails a required check is drawn like any
 * other and left out in its place. Depends on its arguments alone.
 */
export function drawJudgements(
  answers: readonly PlanAnswer[],
  examiners: readonly JudgeCall[],
  standing: readonly StandingJudgement[],
  wish: DrawSpec,
  seed: number,
): DrawnPlan {
  const meetings = answerPairsOf(answers, wish.baseline, seed)
  const failing = failingIn(answers)
  const contestantOf = new Map(answers.map(({ id, contestantId }) => [id, contestantId]))
  const byExaminer = Map.groupBy(standing, examinerKey)
  let stood = 0
  const lists = examiners.map((examiner) => {
    const { versionId, criteria } = examiner
    const own = byExaminer.get(examinerKey(examiner)) ?? []
    const repeatsOf = Map.groupBy(own, ({ answerIds }) => answersKey(answerIds))
    const drawn: Drawn[] = []
    const sampled = new Map<string, number>()
    for (const { form, promptId, answerIds } of answersToJudge(
      examiner,
      answers,
      meetings,
      failing,
      own,
      wish,
      seed,
    )) {
      const there = repeatsOf.get(answersKey(answerIds)) ?? []
      stood += there.filter(({ repeat, failed }) => repeat < wish.repeats && !failed).length
      const leftOut = skippedAs(answerIds, failing)
      if (leftOut) {
        if (there.length === 0) drawn.push({ leftOut: { versionId, criteria, promptId, ...leftOut } })
        continue
      }
      const who = answersKey(answerIds.map((id) => contestantOf.get(id)!))
      const earlier = sampled.get(who) ?? 0
      sampled.set(who, earlier + 1)
      const repeats = earlier < (wish.sample ?? Infinity) ? wish.repeats : 1
      for (let repeat = 0; repeat < repeats; repeat++)
        if (!there.some((one) => one.repeat === repeat))
          drawn.push({ judgement: { versionId, criteria, form, promptId, answerIds, repeat } })
    }
    return drawn
  })
  const all = interleaved(lists)
  return {
    judgements: all.flatMap(({ judgement }, place) => (judgement ? [{ ...judgement, place }] : [])),
    leftOut: all.flatMap(({ leftOut }, place) => (leftOut ? [{ ...leftOut, place }] : [])),
    identical: meetings.identical,
    standing: stood,
  }
}

function answersToJudge(
  { form, listSize, categories }: JudgeCall,
  answers: readonly PlanAnswer[],
  meetings: AnswerPairs,
  failing: Failing,
  own: readonly StandingJudgement[],
  wish: DrawSpec,
  seed: number,
): AnswersToJudge[] {
  const isAsked = (category: string | null) => isOfCategories(category, categories)
  const first = own.filter(({ repeat }) => repeat === 0)
  const pairs = meetings.pairs.map((all) => all.filter(({ category }) => isAsked(category)))
  if (form === 'pairwise') {
    const judged = new Map(first.map(({ answerIds, failed }) => [answersKey(answerIds), failed]))
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
    return group.length < answerIds.length ? [] : [{ promptId: group[0].promptId, answers: group, failed }]
  })
  const leftOut = skippedInLists(pairs, wish, failing, there)
  const passing = asked.filter(({ id }) => !failing.has(id))
  const groups = drawGroups(passing, listSize, wish, there, skippedAnswers(leftOut, byId), seed)
  return interleaved([
    leftOut.map(({ promptId, answerIds }) => ({ form, promptId, answerIds })),
    [...there, ...groups].map(({ promptId, answers: group }) => ({
      form,
      promptId,
      answerIds: group.map(({ id }) => id),
    })),
  ])
}

const skippedAnswers = (
  meetings: readonly { answerIds: [number, number] }[],
  byId: ReadonlyMap<number, PlanAnswer>,
): [PlanAnswer, PlanAnswer][] =>
  meetings.map(({ answerIds: [one, other] }) => [byId.get(one)!, byId.get(other)!])

/** All lists in one, each in its own order and spread over the whole. */
function interleaved<T>(lists: readonly T[][]): T[] {
  return lists
    .flatMap((list) => list.map((one, i) => ({ one, at: (i + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
