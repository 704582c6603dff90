import { matchesCategories } from '../../prompts/index.ts'
import { drawGroups, type Group } from './draw-groups.ts'
import {
  answersKey,
  judgeCallKey,
  type AnswersToJudge,
  type DrawnPlan,
  type JudgeCall,
  type SkippedPair,
  type PlanAnswer,
  type PlannedJudgement,
  type ExistingJudgement,
  type DrawSpec,
  allPairs,
  shuffled,
} from './planned.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

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
  const meetings = pairAnswers(answers, spec.baseline, seed, shownBefore(existing, byId))
  const failing = failingIn(answers)
  const byCall = Map.groupBy(existing, judgeCallKey)
  let existingInPlan = 0
  const lists = calls.map((call) => {
    const { versionId, criteria } = call
    const ofCall = byCall.get(judgeCallKey(call)) ?? []
    const repeatsByAnswers = Map.groupBy(ofCall, ({ answerIds }) => answersKey(answerIds))
    const drawn: Drawn[] = []
    const sampled = new Map<string, number>()
    const toJudge = spec.stage
      ? ofStage(call, spec.stage, byId, ofCall, spec.repeats)
      : answersToJudge(call, answers, meetings, failing, ofCall, spec, seed)
    for (const { form, promptId, answerIds } of toJudge) {
      const repeatsMade = repeatsByAnswers.get(answersKey(answerIds)) ?? []
      existingInPlan += repeatsMade.filter(({ repeat, failed }) => repeat < spec.repeats && !failed).length
      const skipped = skippedAs(answerIds, failing)
      if (skipped) {
        if (repeatsMade.length === 0) drawn.push({ skipped: { versionId, criteria, promptId, ...skipped } })
        continue
      }
      const contestantsKey = answersKey(answerIds.map((id) => byId.get(id)!.contestantId))
      const earlier = sampled.get(contestantsKey) ?? 0
      sampled.set(contestantsKey, earlier + 1)
      const repeats = earlier < (spec.sample ?? Infinity) ? spec.repeats : 1
      for (let repeat = 0; repeat < repeats; repeat++)
        if (!repeatsMade.some((made) => made.repeat === repeat))
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
  const isAsked = (category: string | null) => matchesCategories(category, categories)
  const first = existing.filter(({ repeat }) => repeat === 0)
  if (form === 'pairwise') {
    const all = new Map(answers.map((answer) => [answer.id, answer]))
    const shownPairs = shownBefore(first, all)
    const pairs = meetings.pairs.map((contestantPairs) =>
      contestantPairs
        .filter(({ category }) => isAsked(category))
        .map((pair) => shownAs(pair, shownPairs, all)),
    )
    const judged = new Map(first.map(({ answerIds, failed }) => [answersKey(answerIds), failed]))
    return drawPairs(
      pairs,
      spec.votesPerPair,
      ({ answerIds }) => judged.get(answersKey(answerIds)) === false,
      ({ answerIds }) => judged.get(answersKey(answerIds)) === true,
    ).map(({ promptId, answerIds }) => ({ form, promptId, answerIds }))
  }
  const singleSamples = drawSampleEach(answers, seed)
  const { pairs: all } =
    singleSamples.length < answers.length ? pairAnswers(singleSamples, spec.baseline, seed, NONE) : meetings
  const pairs = all.map((contestantPairs) => contestantPairs.filter(({ category }) => isAsked(category)))
  const judgedAnswers = answers.filter(({ category }) => isAsked(category))
  const byId = new Map(judgedAnswers.map((answer) => [answer.id, answer]))
  const shownGroups = first.flatMap(({ answerIds, failed }) => {
    const group = answerIds.flatMap((id) => byId.get(id) ?? [])
    return group.length < answerIds.length ? [] : [{ promptId: group[0].promptId, answers: group, failed }]
  })
  const skipped = skippedInLists(pairs, spec, failing, shownGroups)
  const passing = singleSamples.filter(({ id, category }) => isAsked(category) && !failing.has(id))
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

/** What this call judges of a stage: what is shown as it shows answers, on prompts that it is asked about. */
function ofStage(
  { form, categories }: JudgeCall,
  stage: readonly AnswersToJudge[],
  byId: ReadonlyMap<number, PlanAnswer>,
  existing: readonly ExistingJudgement[],
  repeats: number,
): AnswersToJudge[] {
  const judgedKeys = new Set(existing.flatMap(({ answerIds }) => allPairs(answerIds).map(answersKey)))
  // of two judges of lists, one may have judged all pairs of a list that the other has not
  const isNew = ({ answerIds }: AnswersToJudge) =>
    repeats > 1 || allPairs(answerIds).some((pair) => !judgedKeys.has(answersKey(pair)))
  return stage.filter(
    (group) =>
      group.form === form &&
      matchesCategories(byId.get(group.answerIds[0])!.category, categories) &&
      isNew(group),
  )
}

const NONE: ReadonlyMap<string, ShownPair> = new Map()

/** The pair with the samples that this judge was shown already, if any. */
function shownAs(
  pair: AnswerPair,
  shownByJudge: ReadonlyMap<string, ShownPair>,
  byId: ReadonlyMap<number, PlanAnswer>,
): AnswerPair {
  const shownPair = shownByJudge.get(pair.key)
  if (!shownPair) return pair
  const { contestantId } = byId.get(pair.answerIds[0])!
  const [first, second] = shownPair
  const isInOrder = byId.get(first)!.contestantId === contestantId
  return { ...pair, answerIds: isInOrder ? [first, second] : [second, first] }
}

const skippedAnswers = (
  meetings: readonly { answerIds: [number, number] }[],
  byId: ReadonlyMap<number, PlanAnswer>,
): [PlanAnswer, PlanAnswer][] =>
  meetings.map(({ answerIds: [first, second] }) => [byId.get(first)!, byId.get(second)!])

/** Merges the lists. Each keeps its order and is spread evenly over the whole. */
function interleaved<T>(lists: readonly T[][]): T[] {
  return lists
    .flatMap((list) => list.map((item, i) => ({ item, at: (i + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
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
    const usable = meetings.filter((meeting) => !isSpent(meeting))
    const first = usable.filter(isJudged)
    const unjudged = usable.filter((meeting) => !isJudged(meeting))
    return [...first, ...unjudged].slice(0, perPair === null ? undefined : Math.max(perPair, first.length))
  })
  const most = chosen.reduce((top, { length }) => Math.max(top, length), 0)
  const drawn: AnswerPair[] = []
  for (let round = 0; round < most; round++)
    for (const meetings of chosen) if (round < meetings.length) drawn.push(meetings[round])
  return drawn
}

/** The gating checks that an answer fails, by answer id. */
type Failing = ReadonlyMap<number, readonly string[]>

const failingIn = (answers: readonly PlanAnswer[]): Failing =>
  new Map(answers.flatMap(({ id, failing }) => (failing && failing.length > 0 ? [[id, failing]] : [])))

/** The skipped pair of two answers; null if both pass. */
function skippedAs(
  answerIds: readonly number[],
  failing: Failing,
): Pick<SkippedPair, 'answerIds' | 'passes' | 'checks'> | null {
  const failed = answerIds.flatMap((id) => failing.get(id) ?? [])
  if (failed.length === 0) return null
  const [lesser, greater] = answerIds.toSorted((a, b) => a - b) as [number, number]
  return {
    answerIds: [lesser, greater],
    passes: [!failing.has(lesser), !failing.has(greater)],
    checks: [...new Set(failed)].sort(),
  }
}

/**
 * The skipped pairs of a listwise plan: of the first `votesPerPair` answer pairs in random order, those with a
 * failing answer. So skipped pairs are the same share of the votes as of all answer pairs.
 * @param judged  groups that were shown together already
 */
function skippedInLists(
  pairs: readonly (readonly AnswerPair[])[],
  { votesPerPair }: Pick<DrawSpec, 'votesPerPair'>,
  failing: Failing,
  judged: readonly Group[],
): AnswerPair[] {
  const shownPairs = new Set(
    judged.flatMap(({ answers }) => allPairs(answers.map(({ id }) => id)).map(answersKey)),
  )
  return pairs.flatMap((meetings) =>
    meetings
      .slice(0, votesPerPair ?? undefined)
      .filter(
        ({ answerIds }) => answerIds.some((id) => failing.has(id)) && !shownPairs.has(answersKey(answerIds)),
      ),
  )
}

/** The answers of two contestants to one prompt, in the order in which they are first shown. */
interface AnswerPair {
  promptId: number
  /** `pairOnPrompt` of the two. */
  key: string
  category: string | null
  answerIds: [number, number]
}

interface AnswerPairs {
  /** One list for each pair of contestants, in random order, with its answer pairs in random order. */
  pairs: AnswerPair[][]
  identical: number
}

const PAIRS = 0xa5a5

/**
 * All answer pairs of every pair of contestants, shuffled. Of two consecutive answer pairs, one shows the first
 * contestant first and the other the second, by coin. The order of a pair depends only on the seed, the pair and the
 * prompts. So a new contestant or prompt does not change the order of the others. Of several answers of a contestant
 * to a prompt, one is drawn.
 * @param shownByJudge answers that judgements show already, by `pairOnPrompt`; they are taken instead of drawn ones
 */
function pairAnswers(
  answers: readonly PlanAnswer[],
  baseline: DrawSpec['baseline'],
  seed: number,
  shownByJudge: ReadonlyMap<string, ShownPair>,
): AnswerPairs {
  const byContestant = new Map<number, Map<number, PlanAnswer[]>>()
  for (const answer of answers) {
    const byPrompt = byContestant.get(answer.contestantId) ?? new Map<number, PlanAnswer[]>()
    const samples = byPrompt.get(answer.promptId)
    if (samples) samples.push(answer)
    else byPrompt.set(answer.promptId, [answer])
    byContestant.set(answer.contestantId, byPrompt)
  }
  const contestants = [...byContestant.keys()].sort((a, b) => a - b)
  const pairs: AnswerPair[][] = []
  let identical = 0
  for (const [i, contestant] of contestants.entries())
    for (const rival of contestants.slice(i + 1)) {
      if (baseline !== null && contestant !== baseline && rival !== baseline) continue
      const stream = new RandomStream(seed, Math.imul(contestant, 0x10001) ^ rival)
      const shared = sharedPrompts(
        byContestant.get(contestant)!,
        byContestant.get(rival)!,
        seed,
        shownByJudge,
      )
      identical += shared.identical
      if (shared.meetings.length > 0) pairs.push(oriented(inRandomOrder(shared.meetings, stream), stream))
    }
  return { pairs: shuffled(pairs, new RandomStream(seed, PAIRS)), identical }
}

function sharedPrompts(
  byPrompt: ReadonlyMap<number, PlanAnswer[]>,
  rivalByPrompt: ReadonlyMap<number, PlanAnswer[]>,
  seed: number,
  shownByJudge: ReadonlyMap<string, ShownPair>,
) {
  const meetings: AnswerPair[] = []
  let identical = 0
  for (const [promptId, answers] of byPrompt) {
    const opposites = rivalByPrompt.get(promptId)
    if (!opposites) continue
    const key = pairOnPrompt(promptId, answers[0].contestantId, opposites[0].contestantId)
    const before = shownByJudge.get(key)
    const answerIds = before ? inOrder(before, answers) : drawShown(answers, opposites, seed)
    if (answerIds) meetings.push({ promptId, key, category: answers[0].category, answerIds })
    else identical++
  }
  return { meetings, identical }
}

/** The pair with the answer that is among `answers` first. */
const inOrder = ([first, second]: ShownPair, answers: readonly Pick<PlanAnswer, 'id'>[]): ShownPair =>
  answers.some(({ id }) => id === first) ? [first, second] : [second, first]

function inRandomOrder(meetings: readonly AnswerPair[], stream: RandomStream): AnswerPair[] {
  const seed = stream.next()
  return meetings
    .map((meeting) => ({ meeting, at: new RandomStream(seed, meeting.promptId).uniform() }))
    .sort((a, b) => a.at - b.at || a.meeting.promptId - b.meeting.promptId)
    .map(({ meeting }) => meeting)
}

function oriented(meetings: readonly AnswerPair[], stream: RandomStream): AnswerPair[] {
  let swap = false
  return meetings.map((meeting, i) => {
    swap = i % 2 === 0 ? stream.uniform() < 0.5 : !swap
    return swap ? { ...meeting, answerIds: meeting.answerIds.toReversed() as [number, number] } : meeting
  })
}

// Which of several answers of a contestant to a prompt a judge is shown.

/** Ids of one answer each of two contestants to one prompt. */
type ShownPair = [number, number]

const SAMPLES = 0x5a3b

/** A key for two contestants on one prompt, the same in either order. */
const pairOnPrompt = (promptId: number, a: number, b: number): string =>
  `${promptId} ${Math.min(a, b)} ${Math.max(a, b)}`

/**
 * Draws one answer of each contestant, all combinations with different texts equally likely. The draw depends on the
 * seed, the two contestants, the prompt and their answers alone. Null if all texts are the same.
 */
function drawShown(
  answers: readonly PlanAnswer[],
  rivalAnswers: readonly PlanAnswer[],
  seed: number,
): ShownPair | null {
  const pairs = answers.flatMap((answer) =>
    rivalAnswers.filter(({ text }) => text !== answer.text).map((rival): ShownPair => [answer.id, rival.id]),
  )
  if (pairs.length < 2) return pairs[0] ?? null
  const { contestantId, promptId } = answers[0]
  const stream = new RandomStream(
    seed ^ SAMPLES,
    Math.imul(contestantId, 0x10001) ^ rivalAnswers[0].contestantId,
  )
  return pairs[Math.floor(new RandomStream(stream.next(), promptId).uniform() * pairs.length)]
}

/** One answer of each contestant to each prompt, drawn from the seed; all of them where there is one each. */
export function drawSampleEach(answers: readonly PlanAnswer[], seed: number): PlanAnswer[] {
  const samples = Map.groupBy(answers, ({ promptId, contestantId }) => `${promptId} ${contestantId}`)
  const drawn = new Set(
    [...samples.values()].map((all) => {
      if (all.length === 1) return all[0]
      const stream = new RandomStream(seed ^ SAMPLES, all[0].contestantId)
      return all[Math.floor(new RandomStream(stream.next(), all[0].promptId).uniform() * all.length)]
    }),
  )
  return answers.filter((answer) => drawn.has(answer))
}

/**
 * The answers that judgements of two show already, by `pairOnPrompt`: they count, whichever samples they show. One that
 * did not fail comes first, then the earliest.
 */
function shownBefore(
  existing: readonly ExistingJudgement[],
  answers: ReadonlyMap<number, PlanAnswer>,
): Map<string, ShownPair> {
  const shownPairs = new Map<string, ShownPair>()
  for (const { answerIds } of existing.toSorted((a, b) => Number(a.failed) - Number(b.failed))) {
    const [first, second] = answerIds.map((id) => answers.get(id))
    if (answerIds.length !== 2 || !first || !second) continue
    const key = pairOnPrompt(first.promptId, first.contestantId, second.contestantId)
    if (!shownPairs.has(key)) shownPairs.set(key, [first.id, second.id])
  }
  return shownPairs
}
