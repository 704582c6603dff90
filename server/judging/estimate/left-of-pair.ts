import type { Kysely } from 'kysely'
import { RandomStream } from '../../../shared/stats/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { answerMakers, missingAnswers } from '../../answers/index.ts'
import type { Database } from '../../platform/schema.ts'
import { failingByRule, requirementsOf } from '../required/index.ts'
import { drawJudgements, examinersOf, selectStanding } from '../plan/index.ts'
import type { PlanAnswer, PlanPart } from '../plan/index.ts'
import type { CurrentJudge } from '../setup/index.ts'
import { ORDERS } from './expect-judgements.ts'
import { selectChecks, selectRunAnswers, selectRunPrompts } from './queries.ts'
import { countCallsOnPair, selectLeftOutPrompts } from './pair-queries.ts'

/** What judges are asked of two contestants, and on how many prompts at most. */
export interface PairWanted {
  /** Ids, the smaller one first. */
  contestants: PlanPart['contestants']
  judges: readonly CurrentJudge[]
  criteria: string[]
  /** Null: on all there are. */
  votesPerPair: number | null
  seed: number
}

export interface PairLeft {
  /** Prompts on which something is still to be judged: those that were begun first, then as the seed has it. */
  prompts: { id: number; calls: number }[]
  /** Calls to these judges about the two so far, failed ones too. */
  callsMade: number
}

/**
 * What the judgement of two contestants still takes, whether or not their answers are made yet. A prompt of which a
 * required check keeps an answer from judges takes no call, but is to be come to like any other.
 * @throws {ProblemError} when an answer that was seen is outdated
 */
export async function leftOfPair(
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  { contestants, judges, criteria, votesPerPair, seed }: PairWanted,
): Promise<PairLeft> {
  const versions = judges.map(({ versionId }) => versionId)
  const [answers, standing, callsMade, leftOutBefore] = await Promise.all([
    answersOfPair(db, id, contestants),
    selectStanding(db, id, versions, 'ended'),
    countCallsOnPair(db, id, versions, contestants),
    selectLeftOutPrompts(db, id, contestants),
  ])
  const wish = { votesPerPair: null, baseline: null, repeats: 1 }
  const { judgements, leftOut } = drawJudgements(
    answers,
    examinersOf(judges, { criteria }),
    standing,
    wish,
    seed,
  )
  const calls = new Map(leftOut.map(({ promptId }) => [promptId, 0]))
  for (const prompt of leftOutBefore) calls.delete(prompt)
  for (const { promptId } of judgements) calls.set(promptId, (calls.get(promptId) ?? 0) + ORDERS)
  const promptOf = new Map(answers.map((answer) => [answer.id, answer.promptId]))
  const begun = new Set(leftOutBefore)
  for (const { answerIds, failed } of standing) {
    const shown = answerIds.flatMap((answer) => promptOf.get(answer) ?? [])
    if (!failed && shown.length === contestants.length) begun.add(shown[0]!)
  }
  const complete = [...begun].filter((prompt) => !calls.has(prompt)).length
  const most = votesPerPair === null ? undefined : Math.max(0, votesPerPair - complete)
  const rank = (prompt: number) => (begun.has(prompt) ? -1 : new RandomStream(seed, prompt).uniform())
  const prompts = [...calls]
    .map(([prompt, count]) => ({ id: prompt, calls: count, rank: rank(prompt) }))
    .sort((a, b) => a.rank - b.rank || a.id - b.id)
    .slice(0, most)
    .map(({ id: prompt, calls: count }) => ({ id: prompt, calls: count }))
  return { prompts, callsMade }
}

/** Those that stand, with the required checks that they fail, and those still to be made. */
async function answersOfPair(
  db: Kysely<Database>,
  arenaId: number,
  contestants: PlanPart['contestants'],
): Promise<PlanAnswer[]> {
  const [prompts, there, missing, makers, checks, required] = await Promise.all([
    selectRunPrompts(db, arenaId),
    selectRunAnswers(db, arenaId),
    missingAnswers(db, arenaId),
    answerMakers(db, arenaId),
    selectChecks(db, arenaId),
    requirementsOf(db, arenaId),
  ])
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  const outdated = new Set(missing.map(({ answerId }) => answerId))
  const isMeant = ({ contestantId }: { contestantId: number }) => contestants.includes(contestantId)
  const standing = there.filter((answer) => isMeant(answer) && !outdated.has(answer.id))
  const ruled = await failingByRule(
    checks.map(({ spec }) => spec),
    standing.filter((answer) => required.open.has(answer.id)),
    (prompt) => byId.get(prompt)!,
  )
  return [
    ...standing.map((answer) => ({
      ...answer,
      failing: [...(required.failing.get(answer.id) ?? []), ...(ruled.get(answer.id) ?? [])],
    })),
    ...missing
      .filter((answer) => isMeant(answer) && makers.has(answer.contestantId))
      .map((answer, i) => ({ ...answer, id: -1 - i, text: `to be made ${i}` })),
  ].map((answer) => ({ ...answer, category: byId.get(answer.promptId)?.category ?? null }))
}
