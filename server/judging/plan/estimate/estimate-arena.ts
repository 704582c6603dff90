import type { Arena } from '../../../arenas/index.ts'
import { answeringContestants, missingAnswers } from '../../../answers/index.ts'
import type { PriceTable } from '../../../platform/providers/index.ts'
import type { Database } from '../../../platform/schema.ts'
import { type Kysely, sql } from 'kysely'
import {
  chooseJudges,
  isInPart,
  planApart,
  selectExistingJudgements,
  drawSpecOf,
  type PlanSpec,
} from '../index.ts'
import { failingByRule, gatingStateOf } from '../../checks/gating/index.ts'
import { currentJudges } from '../../judges/index.ts'
import { estimateRun, type RunAnswer, type RunEstimate, type RunCheck } from './estimate-run.ts'
import { selectRunAnswers, selectRunPrompts } from './queries.ts'

/**
 * Estimates the remaining work of an arena and its cost.
 * @param anew  ignores existing judgements
 * @throws {ProblemError} if the arena has no such judge or baseline, or an outdated answer has votes
 */
export async function estimateArena(
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  spec: PlanSpec,
  prices: PriceTable,
  anew = false,
): Promise<RunEstimate> {
  const judges = chooseJudges(await currentJudges(db, id), spec.judges)
  const versions = judges.map(({ versionId }) => versionId)
  const [prompts, existingAnswers, checks, existing, missing, contestants, draw, gating] = await Promise.all([
    selectRunPrompts(db, id),
    selectRunAnswers(db, id),
    selectChecks(db, id),
    selectExistingJudgements(db, id, versions, 'ended'),
    missingAnswers(db, id),
    answeringContestants(db, id),
    drawSpecOf(db, id, spec),
    gatingStateOf(db, id),
  ])
  const outdated = new Set(missing.map(({ answerId }) => answerId))
  const answers: RunAnswer[] = [
    ...existingAnswers.filter((answer) => !outdated.has(answer.id)),
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
  // answers without results are checked here, as far as rules can
  const ruled = await failingByRule(
    checks.map(({ spec }) => spec),
    answers.filter((answer) => gating.open.has(answer.id)),
    (prompt) => byId.get(prompt)!,
  )
  for (const answer of answers) {
    const failing = [...(gating.failing.get(answer.id) ?? []), ...(ruled.get(answer.id) ?? [])]
    if (failing.length > 0) answer.failing = failing
  }
  const run = {
    prompts,
    answeringContestants: contestants,
    answers: answers.filter((answer) => isInPart(spec.only, answer)),
    judges,
    criteria: spec.only?.criteria,
    checks: checks.filter((check) => !spec.only || check.spec.required),
    existing: anew ? [] : existing,
    draw,
    seed: spec.seed,
  }
  return planApart({ estimate: [run, prices] }, run, () => estimateRun(run, prices))
}

/** The active checks, each with the ids of the answers that have a result in any run. */
async function selectChecks(db: Kysely<Database>, arenaId: number): Promise<RunCheck[]> {
  const { rows } = await sql<{ spec: RunCheck['spec']; callUsd: number | null; checked: number[] }>`
    select k.spec, (select coalesce((p.options->>'costUsd')::float8, 0) from providers p where p.arena_id = k.arena_id
      and p.name = k.spec->>'provider' and k.spec->>'kind' = 'exec') as "callUsd", array(select distinct r.answer_id from check_results r where r.arena_id = k.arena_id
      and r.name = k.name and r.sha256 = k.sha256 and r.passed is not null) as checked
    from checks k where k.arena_id = ${arenaId} and k.active order by k.name`.execute(db)
  return rows.map(({ checked, ...rest }) => ({ ...rest, checked: new Set(checked) }))
}
