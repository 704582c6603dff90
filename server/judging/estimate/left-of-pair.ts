import type { Kysely } from 'kysely'
import { RandomStream } from '../../../shared/stats/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { answerMakers, missingAnswers } from '../../answers/index.ts'
import type { Database } from '../../platform/schema.ts'
import { drawJudgements, examinersOf, selectStanding } from '../plan/index.ts'
import type { PlanAnswer, PlanPart } from '../plan/index.ts'
import type { CurrentJudge } from '../setup/index.ts'
import { ORDERS } from './expect-judgements.ts'
import { countCallsOnPair, selectRunAnswers, selectRunPrompts } from './queries.ts'

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
 * What the judgement of two contestants still takes, whether or not their answers are made yet.
 * @throws {ProblemError} when an answer that was seen is outdated
 */
export async function leftOfPair(
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  { contestants, judges, criteria, votesPerPair, seed }: PairWanted,
): Promise<PairLeft> {
  const versions = judges.map(({ versionId }) => versionId)
  const [prompts, there, missing, makers, standing, callsMade] = await Promise.all([
    selectRunPrompts(db, id),
    selectRunAnswers(db, id),
    missingAnswers(db, id),
    answerMakers(db, id),
    selectStanding(db, id, versions, 'ended'),
    countCallsOnPair(db, id, versions, contestants),
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
    .map((answer) => ({ ...answer, category: categories.get(answer.promptId) ?? null }))
  const examiners = examinersOf(judges, { criteria })
  const wish = { votesPerPair: null, baseline: null, repeats: 1 }
  const { judgements } = drawJudgements(answers, examiners, standing, wish, seed)
  const left = Map.groupBy(judgements, ({ promptId }) => promptId)
  const ofAnswer = new Map(answers.map((answer) => [answer.id, answer.promptId]))
  const begun = new Set(
    standing.filter(({ failed }) => !failed).flatMap(({ answerIds }) => promptOf(answerIds, ofAnswer)),
  )
  const complete = [...begun].filter((prompt) => !left.has(prompt)).length
  const drawn = [...left]
    .map(([prompt, { length }]) => ({ id: prompt, calls: ORDERS * length }))
    .sort((a, b) => rank(a.id) - rank(b.id) || a.id - b.id)
  const most = votesPerPair === null ? undefined : Math.max(0, votesPerPair - complete)
  return { prompts: drawn.slice(0, most), callsMade }

  function rank(prompt: number): number {
    return begun.has(prompt) ? -1 : new RandomStream(seed, prompt).uniform()
  }
}

/** The prompt of a judgement of both; none where it is of others. */
function promptOf(answerIds: readonly number[], prompts: ReadonlyMap<number, number>): number[] {
  const own = answerIds.flatMap((id) => prompts.get(id) ?? [])
  return own.length === 2 ? [own[0]!] : []
}
