import { isOfCategories } from '../../prompts/index.ts'
import { failingIn, skippedAs, skippedInLists } from './skipped-pairs.ts'
import type { Failing } from './skipped-pairs.ts'
import { drawGroups } from './listwise.ts'
import { answerPairsOf } from './answer-pairs.ts'
import type { AnswerPair, AnswerPairs } from './answer-pairs.ts'
import { drawOneEach, shownBefore } from './samples.ts'
import type { ShownPair } from './samples.ts'
import { answersKey, judgeCallKey } from './planned.ts'
import { answersToRejudge } from './rejudge.ts'
import type {
  AnswersToJudge,
  DrawnPlan,
  JudgeCall,
  SkippedPair,
  PlanAnswer,
  PlannedJudgement,
  ExistingJudgement,
  DrawSpec,
} from './planned.ts'

type Drawn =
  | { judgement: Omit<PlannedJudgement, 'place'>; skipped?: never }
  | { skipped: Omit<SkippedPair, 'place'>; judgement?: never }

/**
 * Draws the judgements that are still to be made. Pairs and prompts are drawn uniformly without replacement, until
 * every pair of contestants has the requested votes of each judge and criterion. Existing judgements count and are
 * not drawn again; failed ones neither count nor are drawn. Equal texts are never paired. All judges get the same
 * pairs, so that they can be compared. A pair with an answer that fails a gating check is drawn like any other, and
 * becomes a skipped pair. Of several answers of a contestant to a prompt, a judgement shows one, drawn from the seed.
 * More samples do not mean more judgements of a pair. Depends only on its arguments.
 */
export function drawJudgements(
  answers: readonly PlanAnswer[],
  calls: readonly JudgeCall[],
  existing: readonly ExistingJudgement[],
  spec: DrawSpec,
  seed: number,
): DrawnPlan {
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const meetings = answerPairsOf(answers, spec.baseline, seed, shownBefore(existing, byId))
  const failing = failingIn(answers)
  const byCall = Map.groupBy(existing, judgeCallKey)
  let existingInPlan = 0
  const lists = calls.map((call) => {
    const { versionId, criteria } = call
    const ofCall = byCall.get(judgeCallKey(call)) ?? []
    const repeatsOf = Map.groupBy(ofCall, ({ answerIds }) => answersKey(answerIds))
    const drawn: Drawn[] = []
    const sampled = new Map<string, number>()
    const toJudge = spec.judgedEarlier
      ? answersToRejudge(call, byId, spec.judgedEarlier)
      : answersToJudge(call, answers, meetings, failing, ofCall, spec, seed)
    for (const { form, promptId, answerIds } of toJudge) {
      const repeatsMade = repeatsOf.get(answersKey(answerIds)) ?? []
      existingInPlan += repeatsMade.filter(({ repeat, failed }) => repeat < spec.repeats && !failed).length
      const skipped = skippedAs(answerIds, failing)
      if (skipped) {
        if (repeatsMade.length === 0) drawn.push({ skipped: { versionId, criteria, promptId, ...skipped } })
        continue
      }
      const who = answersKey(answerIds.map((id) => byId.get(id)!.contestantId))
      const earlier = sampled.get(who) ?? 0
      sampled.set(who, earlier + 1)
      const repeats = earlier < (spec.sample ?? Infinity) ? spec.repeats : 1
      for (let repeat = 0; repeat < repeats; repeat++)
        if (!repeatsMade.some((one) => one.repeat === repeat))
          drawn.push({ judgement: { versionId, criteria, form, promptId, answerIds, repeat } })
    }
    return drawn
  })
  const all = interleaved(lists)
  return {
    judgements: all.flatMap(({ judgement }, place) => (judgement ? [{ ...judgement, place }] : [])),
    skipped: all.flatMap(({ skipped }, place) => (skipped ? [{ ...skipped, place }] : [])),
    identical: meetings.identical,
    existing: existingInPlan,
  }
}

function answersToJudge(
  { form, listSize, categories }: JudgeCall,
  answers: readonly PlanAnswer[],
  meetings: AnswerPairs,
  failing: Failing,
  existing: readonly ExistingJudgement[],
  spec: DrawSpec,
  seed: number,
): AnswersToJudge[] {
  const isAsked = (category: string | null) => isOfCategories(category, categories)
  const first = existing.filter(({ repeat }) => repeat === 0)
  if (form === 'pairwise') {
    const all = new Map(answers.map((answer) => [answer.id, answer]))
    const own = shownBefore(first, all)
    const pairs = meetings.pairs.map((some) =>
      some.filter(({ category }) => isAsked(category)).map((one) => shownAs(one, own, all)),
    )
    const judged = new Map(first.map(({ answerIds, failed }) => [answersKey(answerIds), failed]))
    return drawPairs(
      pairs,
      spec.votesPerPair,
      ({ answerIds }) => judged.get(answersKey(answerIds)) === false,
      ({ answerIds }) => judged.get(answersKey(answerIds)) === true,
    ).map(({ promptId, answerIds }) => ({ form, promptId, answerIds }))
  }
  const oneEach = drawOneEach(answers, seed)
  const { pairs: all } =
    oneEach.length < answers.length ? answerPairsOf(oneEach, spec.baseline, seed, NONE) : meetings
  const pairs = all.map((some) => some.filter(({ category }) => isAsked(category)))
  const judgedAnswers = answers.filter(({ category }) => isAsked(category))
  const byId = new Map(judgedAnswers.map((answer) => [answer.id, answer]))
  const shownGroups = first.flatMap(({ answerIds, failed }) => {
    const group = answerIds.flatMap((id) => byId.get(id) ?? [])
    return group.length < answerIds.length ? [] : [{ promptId: group[0].promptId, answers: group, failed }]
  })
  const skipped = skippedInLists(pairs, spec, failing, shownGroups)
  const passing = oneEach.filter(({ id, category }) => isAsked(category) && !failing.has(id))
  const groups = drawGroups(passing, listSize, spec, shownGroups, skippedAnswers(skipped, byId), seed)
  return interleaved([
    skipped.map(({ promptId, answerIds }) => ({ form, promptId, answerIds })),
    [...shownGroups, ...groups].map(({ promptId, answers: group }) => ({
      form,
      promptId,
      answerIds: group.map(({ id }) => id),
    })),
  ])
}

const NONE: ReadonlyMap<string, ShownPair> = new Map()

/** The pair with the samples that this judge was shown already, if any. */
function shownAs(
  pair: AnswerPair,
  shownByJudge: ReadonlyMap<string, ShownPair>,
  byId: ReadonlyMap<number, PlanAnswer>,
): AnswerPair {
  const shown = shownByJudge.get(pair.key)
  if (!shown) return pair
  const { contestantId } = byId.get(pair.answerIds[0])!
  const [one, other] = shown
  const isInOrder = byId.get(one)!.contestantId === contestantId
  return { ...pair, answerIds: isInOrder ? [one, other] : [other, one] }
}

const skippedAnswers = (
  meetings: readonly { answerIds: [number, number] }[],
  byId: ReadonlyMap<number, PlanAnswer>,
): [PlanAnswer, PlanAnswer][] =>
  meetings.map(({ answerIds: [one, other] }) => [byId.get(one)!, byId.get(other)!])

/** Merges the lists. Each keeps its order and is spread evenly over the whole. */
function interleaved<T>(lists: readonly T[][]): T[] {
  return lists
    .flatMap((list) => list.map((one, i) => ({ one, at: (i + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/**
 * Draws one prompt for each pair, then a second, and so on, until every pair has `perPair`.
 * @param perPair  null for all
 * @param isJudged  whether an answer pair was judged already: it counts and comes first
 * @param isSpent  whether its judgement failed, so that it can give no vote
 */
function drawPairs(
  pairs: readonly (readonly AnswerPair[])[],
  perPair: number | null,
  isJudged: (meeting: AnswerPair) => boolean,
  isSpent: (meeting: AnswerPair) => boolean,
): AnswerPair[] {
  const chosen = pairs.map((meetings) => {
    const usable = meetings.filter((one) => !isSpent(one))
    const first = usable.filter(isJudged)
    const rest = usable.filter((one) => !isJudged(one))
    return [...first, ...rest].slice(0, perPair === null ? undefined : Math.max(perPair, first.length))
  })
  const most = chosen.reduce((top, { length }) => Math.max(top, length), 0)
  const drawn: AnswerPair[] = []
  for (let round = 0; round < most; round++)
    for (const meetings of chosen) if (round < meetings.length) drawn.push(meetings[round])
  return drawn
}
