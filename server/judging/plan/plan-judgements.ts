import type { Kysely } from 'kysely'
import type { JudgingPlan } from '../../../shared/contracts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Database } from '../../platform/schema.ts'
import { gatingStateOf } from '../checks/gating/index.ts'
import { currentJudges } from '../judges/index.ts'
import { drawJudgements } from './draw-judgements.ts'
import { judgeCallsOf, isInPart } from './part.ts'
import type { PlanPart } from './part.ts'
import type { DrawnPlan, DrawSpec } from './planned.ts'
import { contestantNamed, selectPlanAnswers, selectStanding } from './queries.ts'
import { msg } from '../../../shared/messages/index.ts'

export interface PlanSpec {
  plan: JudgingPlan
  seed: number
  /** Names of the judges that are asked; all active ones unless told. */
  judges?: readonly string[] | undefined
  /** How often the same answers are examined by the same version; once unless told. */
  repeats?: number | undefined
  /** Of each pair of contestants, only so many prompts are examined more than once; all unless told. */
  sample?: number | undefined
  /** A part of the arena, where not all of it is meant. */
  only?: PlanPart | undefined
}

export interface ArenaJudgements extends DrawnPlan {
  /** Who was asked: names of judges by version. */
  judges: ReadonlyMap<number, string>
  /** Answers that fail a required check. */
  failing: number[]
}

/**
 * What is still to be judged in an arena, over the answers that stand now and were held against all required checks.
 * @throws {ProblemError} when a judge or the baseline is unknown to the arena
 */
export async function planJudgements(
  db: Kysely<Database>,
  arenaId: number,
  wish: PlanSpec,
): Promise<ArenaJudgements> {
  const asked = chooseJudges(await currentJudges(db, arenaId), wish.judges)
  const versions = asked.map(({ versionId }) => versionId)
  const [all, standing, wanted, { failing, open }] = await Promise.all([
    selectPlanAnswers(db, arenaId),
    selectStanding(db, arenaId, versions),
    drawSpecOf(db, arenaId, wish),
    gatingStateOf(db, arenaId),
  ])
  const answers = all
    .filter((answer) => !open.has(answer.id) && isInPart(wish.only, answer))
    .map((answer) => ({ ...answer, failing: failing.get(answer.id) ?? [] }))
  return {
    ...drawJudgements(answers, judgeCallsOf(asked, wish.only), standing, wanted, wish.seed),
    judges: new Map(asked.map(({ versionId, name }) => [versionId, name])),
    failing: [...failing.keys()],
  }
}

/** @throws {ProblemError} when the arena has no contestant of the baseline's name */
export async function drawSpecOf(
  db: Kysely<Database>,
  arenaId: number,
  { plan, repeats = 1, sample }: PlanSpec,
): Promise<DrawSpec> {
  const baseline = plan.baseline === undefined ? null : await contestantNamed(db, arenaId, plan.baseline)
  if (baseline === undefined)
    throw new ProblemError('invalid_request', msg('baseline_unknown', { name: plan.baseline! }))
  return { votesPerPair: plan.votesPerPair ?? null, baseline, repeats, sample: sample ?? null }
}

/**
 * The judges of these names; all where none are named.
 * @throws {ProblemError} when there is no judge of a name
 */
export function chooseJudges<J extends { name: string }>(
  all: readonly J[],
  names: readonly string[] | undefined,
): J[] {
  const unknown = names?.find((name) => !all.some((judge) => judge.name === name))
  if (unknown !== undefined)
    throw new ProblemError(
      'invalid_request',
      msg('judge_not_there', { judge: unknown, there: all.map(({ name }) => name) }),
    )
  return all.filter(({ name }) => names === undefined || names.includes(name))
}
