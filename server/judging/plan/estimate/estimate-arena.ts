import type { Arena } from '../../../arenas/index.ts'
import { answerMakers, missingAnswers } from '../../../answers/index.ts'
import type { PriceTable } from '../../../platform/providers/index.ts'
import type { Database } from '../../../platform/schema.ts'
import type { Kysely } from 'kysely'
import { chooseJudges, isInPart, selectStanding, drawSpecOf } from '../index.ts'
import type { PlanSpec } from '../index.ts'
import { failingByRule, gatingStateOf } from '../../checks/gating/index.ts'
import { currentJudges } from '../../judges/index.ts'
import { estimateRun } from './estimate-run.ts'
import type { RunAnswer, RunEstimate } from './estimate-run.ts'
import { selectChecks, selectRunAnswers, selectRunPrompts } from './queries.ts'

/**
 * What is still to be done in an arena, and about what it would cost.
 * @param anew  as if nothing had been judged
 * @throws {ProblemError} when a judge or the baseline is unknown to the arena, or an answer that was seen is outdated
 */
export async function estimateArena(
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  wish: PlanSpec,
  prices: PriceTable,
  anew = false,
): Promise<RunEstimate> {
  const judges = chooseJudges(await currentJudges(db, id), wish.judges)
  const versions = judges.map(({ versionId }) => versionId)
  const [prompts, standingAnswers, checks, standing, missing, makers, wanted, required] = await Promise.all([
    selectRunPrompts(db, id),
    selectRunAnswers(db, id),
    selectChecks(db, id),
    selectStanding(db, id, versions, 'ended'),
    missingAnswers(db, id),
    answerMakers(db, id),
    drawSpecOf(db, id, wish),
    gatingStateOf(db, id),
  ])
  const outdated = new Set(missing.map(({ answerId }) => answerId))
  const answers: RunAnswer[] = [
    ...standingAnswers.filter((answer) => !outdated.has(answer.id)),
    ...missing.map(({ promptId, contestantId }, i) => ({
      id: -1 - i,
      promptId,
      contestantId,
      text: `to be made ${i}`,
      turns: null,
      context: null,
    })),
  ]
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  // what a run has not held against the rules yet is held against them now
  const ruled = await failingByRule(
    checks.map(({ spec }) => spec),
    answers.filter((answer) => required.open.has(answer.id)),
    (prompt) => byId.get(prompt)!,
  )
  for (const answer of answers) {
    const failing = [...(required.failing.get(answer.id) ?? []), ...(ruled.get(answer.id) ?? [])]
    if (failing.length > 0) answer.failing = failing
  }
  const run = {
    prompts,
    makers,
    answers: answers.filter((answer) => isInPart(wish.only, answer)),
    judges,
    criteria: wish.only?.criteria,
    checks: checks.filter(({ spec }) => !wish.only || spec.required),
    standing: anew ? [] : standing,
    wish: wanted,
    seed: wish.seed,
  }
  return estimateRun(run, prices)
}
