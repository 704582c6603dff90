import type { Kysely } from 'kysely'
import type { JudgingPlan } from '../../../shared/contracts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Database } from '../../platform/schema.ts'
import { criteriaAsked, currentJudges } from '../setup/index.ts'
import type { CurrentJudge } from '../setup/index.ts'
import { drawJudgements } from './draw-judgements.ts'
import type { DrawnPlan } from './planned.ts'
import { contestantNamed, selectPlanAnswers, selectStanding } from './queries.ts'

export interface PlanWish {
  plan: JudgingPlan
  seed: number
  /** Names of the judges that are asked; all active ones unless told. */
  judges?: readonly string[] | undefined
  /** How often the same answers are examined by the same version; once unless told. */
  repeats?: number | undefined
}

/**
 * What is still to be judged in an arena, over the answers that stand now.
 * @throws {ProblemError} when a judge or the baseline is unknown to the arena
 */
export async function planJudgements(
  db: Kysely<Database>,
  arenaId: number,
  { plan, seed, judges, repeats = 1 }: PlanWish,
): Promise<DrawnPlan> {
  const asked = chosen(await currentJudges(db, arenaId), judges)
  const baseline = plan.baseline === undefined ? null : await contestantNamed(db, arenaId, plan.baseline)
  if (baseline === undefined)
    throw new ProblemError(
      'invalid_request',
      `plan.baseline: the arena has no contestant "${plan.baseline}". Name one of its contestants.`,
    )
  const [answers, standing] = await Promise.all([
    selectPlanAnswers(db, arenaId),
    selectStanding(
      db,
      arenaId,
      asked.map(({ versionId }) => versionId),
    ),
  ])
  const examiners = asked.flatMap((judge) => criteriaAsked(judge).map((criteria) => ({ ...judge, criteria })))
  return drawJudgements(
    answers,
    examiners,
    standing,
    { votesPerPair: plan.votesPerPair ?? null, baseline, repeats },
    seed,
  )
}

function chosen(all: readonly CurrentJudge[], names: readonly string[] | undefined): CurrentJudge[] {
  const unknown = names?.find((name) => !all.some((judge) => judge.name === name))
  if (unknown !== undefined)
    throw new ProblemError(
      'invalid_request',
      `There is no judge "${unknown}". There ${all.length === 0 ? 'are none; add one to arena.yaml' : `is ${all.map(({ name }) => `"${name}"`).join(', ')}`}.`,
    )
  return all.filter(({ name }) => names === undefined || names.includes(name))
}
