import type { Kysely } from 'kysely'
import type { Arena } from '../../../arenas/index.ts'
import { answerMakers, missingAnswers } from '../../../answers/index.ts'
import type { Database } from '../../../platform/schema.ts'
import { drawJudgements, judgeCallsOf, selectStanding } from '../index.ts'
import type { SkippedPair, PlanAnswer, PlanPart } from '../index.ts'
import { gatingStateOf, selectCountedSkips } from '../../checks/gating/index.ts'
import type { CurrentJudge } from '../../judges/index.ts'
import { RandomStream } from '../../../../shared/stats/internal.ts'
import { ORDERS } from './expect-judgements.ts'
import { countCallsOnPair, selectRunAnswers, selectRunPrompts } from './queries.ts'

/** Where a prompt comes in the order drawn from the seed: from 0 to 1, whatever its result. */
export const drawnRank = (seed: number, prompt: number): number => new RandomStream(seed, prompt).uniform()

/** What judges are asked of two contestants, and on how many prompts at most. */
export interface PairRequest {
  /** Ids, the smaller one first. */
  contestants: PlanPart['contestants']
  judges: readonly CurrentJudge[]
  criteria: string[]
  /** Null: on all there are. */
  votesPerPair: number | null
  seed: number
}

export interface RemainingForPair {
  /** Prompts on which something is still to be judged, as the seed has it. Where not all are asked for, begun ones are. */
  prompts: { id: number; calls: number }[]
  /** Calls to these judges about the two so far, failed ones too. */
  callsMade: number
}

/**
 * What the judgement of two contestants still takes, whether or not their answers are made yet.
 * @throws {ProblemError} when an answer that was seen is outdated
 */
export async function remainingForPair(
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  { contestants, judges, criteria, votesPerPair, seed }: PairRequest,
): Promise<RemainingForPair> {
  const versions = judges.map(({ versionId }) => versionId)
  const [prompts, there, missing, makers, standing, callsMade, { failing }, counted] = await Promise.all([
    selectRunPrompts(db, id),
    selectRunAnswers(db, id),
    missingAnswers(db, id),
    answerMakers(db, id),
    selectStanding(db, id, versions, 'ended'),
    countCallsOnPair(db, id, versions, contestants),
    gatingStateOf(db, id),
    selectCountedSkips(
      db,
      id,
      judges.map(({ name }) => name),
    ),
  ])
  const outdated = new Set(missing.map(({ answerId }) => answerId))
  const categories = new Map(prompts.map((prompt) => [prompt.id, prompt.category]))
  const answers: PlanAnswer[] = [
    ...there.filter((answer) => !outdated.has(answer.id)),
    ...missing
      .filter(({ contestantId }) => makers.has(contestantId))
      .map((answer, i) => ({ ...answer, id: -1 - i, text: `to be made ${i}` })),
  ]
    .filter(({ contestantId }) => contestants.includes(contestantId))
    .map((answer) => ({
      ...answer,
      category: categories.get(answer.promptId) ?? null,
      failing: failing.get(answer.id) ?? [],
    }))
  const examiners = judgeCallsOf(judges, { criteria })
  const wish = { votesPerPair: null, baseline: null, repeats: 1 }
  const { judgements, leftOut } = drawJudgements(answers, examiners, standing, wish, seed)
  const names = new Map(judges.map(({ versionId, name }) => [versionId, name]))
  const isCounted = ({ versionId, answerIds, criteria: asked }: SkippedPair) =>
    asked.every((criterion) => counted.has(JSON.stringify([names.get(versionId), criterion, ...answerIds])))
  // what is left out takes no call, and is come to like the rest
  const open = leftOut.filter((one) => !isCounted(one))
  const left = Map.groupBy(
    [
      ...judgements.map(({ promptId }) => ({ promptId, calls: ORDERS })),
      ...open.map(({ promptId }) => ({ promptId, calls: 0 })),
    ],
    ({ promptId }) => promptId,
  )
  const ofAnswer = new Map(answers.map((answer) => [answer.id, answer.promptId]))
  const begun = new Set(
    standing.filter(({ failed }) => !failed).flatMap(({ answerIds }) => promptOf(answerIds, ofAnswer)),
  )
  const ended = new Set([...begun, ...leftOut.filter(isCounted).map(({ promptId }) => promptId)])
  const complete = [...ended].filter((prompt) => !left.has(prompt)).length
  const drawn = [...left]
    .map(([prompt, all]) => ({ id: prompt, calls: all.reduce((sum, { calls }) => sum + calls, 0) }))
    .map((prompt) => ({ ...prompt, rank: drawnRank(seed, prompt.id) }))
    .sort((a, b) => a.rank - b.rank || a.id - b.id)
  const most = votesPerPair === null ? undefined : Math.max(0, votesPerPair - complete)
  const asked = drawn
    .toSorted((a, b) => Number(begun.has(b.id)) - Number(begun.has(a.id)))
    .slice(0, most)
    .sort((a, b) => a.rank - b.rank || a.id - b.id)
  return { prompts: asked.map(({ id: prompt, calls }) => ({ id: prompt, calls })), callsMade }
}

/** The prompt of a judgement of both; none where it is of others. */
function promptOf(answerIds: readonly number[], prompts: ReadonlyMap<number, number>): number[] {
  const own = answerIds.flatMap((id) => prompts.get(id) ?? [])
  return own.length === 2 ? [own[0]] : []
}
