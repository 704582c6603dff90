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
import {
  contestantNamed,
  selectJudgedEarlier,
  selectPlanAnswers,
  selectExistingJudgements,
} from './queries.ts'
import { msg } from '../../../shared/messages/index.ts'

export interface PlanSpec {
  plan: JudgingPlan
  seed: number
  /** Names of the judges to ask; all active ones by default. */
  judges?: readonly string[] | undefined
  /** How often each judge version judges the same answers; 1 by default. */
  repeats?: number | undefined
  /** How many prompts of each pair of contestants are judged more than once; all by default. */
  sample?: number | undefined
  /** Judges pairs of contestants that may still be first more often (`drawWithFocus`). */
  focus?: boolean | undefined
  /** Judges exactly the answers that earlier versions of the same judges judged, in place of the plan. */
  rejudge?: boolean | undefined
  /** Limits the plan to a part of the arena. */
  only?: PlanPart | undefined
}

export interface ArenaJudgements extends DrawnPlan {
  /** Names of the asked judges, by version. */
  judges: ReadonlyMap<number, string>
  /** Ids of answers that fail a gating check. */
  failing: number[]
}

/**
 * Plans the judgements that an arena lacks, over its existing answers that have results of all gating checks.
 * @throws {ProblemError} if the arena has no such judge or baseline, or no earlier version to judge again
 */
export async function planJudgements(
  db: Kysely<Database>,
  arenaId: number,
  spec: PlanSpec,
): Promise<ArenaJudgements> {
  const requestedJudges = chooseJudges(await currentJudges(db, arenaId), spec.judges)
  const listwise = spec.focus ? requestedJudges.find(({ form }) => form === 'listwise') : undefined
  if (listwise)
    throw new ProblemError('invalid_request', msg('focus_needs_pairwise', { judge: listwise.name }))
  const versions = requestedJudges.map(({ versionId }) => versionId)
  const [all, existing, draw, { failing, open }] = await Promise.all([
    selectPlanAnswers(db, arenaId),
    selectExistingJudgements(db, arenaId, versions),
    drawSpecOf(db, arenaId, spec),
    gatingStateOf(db, arenaId),
  ])
  if (draw.judgedEarlier && !draw.judgedEarlier.some(({ versionId }) => versions.includes(versionId)))
    throw new ProblemError('invalid_request', msg('nothing_to_rejudge'))
  const answers = all
    .filter((answer) => !open.has(answer.id) && isInPart(spec.only, answer))
    .map((answer) => ({ ...answer, failing: failing.get(answer.id) ?? [] }))
  return {
    ...drawJudgements(answers, judgeCallsOf(requestedJudges, spec.only), existing, draw, spec.seed),
    judges: new Map(requestedJudges.map(({ versionId, name }) => [versionId, name])),
    failing: [...failing.keys()],
  }
}

/** The settings of the draw. @throws {ProblemError} if no contestant has the baseline's name */
export async function drawSpecOf(
  db: Kysely<Database>,
  arenaId: number,
  { plan, repeats = 1, sample, rejudge }: PlanSpec,
): Promise<DrawSpec> {
  const baseline = plan.baseline === undefined ? null : await contestantNamed(db, arenaId, plan.baseline)
  if (baseline === undefined)
    throw new ProblemError('invalid_request', msg('baseline_unknown', { name: plan.baseline! }))
  const judgedEarlier = rejudge ? await selectJudgedEarlier(db, arenaId) : undefined
  return { votesPerPair: plan.votesPerPair ?? null, baseline, repeats, sample: sample ?? null, judgedEarlier }
}

/**
 * The judges with these names; all if no names are given.
 * @throws {ProblemError} if a name belongs to no judge
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
