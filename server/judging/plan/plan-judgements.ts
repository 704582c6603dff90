import type { Kysely } from 'kysely'
import type { JudgingPlan } from '../../../shared/contracts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Database } from '../../platform/schema.ts'
import { gatingStateOf } from '../checks/gating/index.ts'
import { currentJudges } from '../judges/index.ts'
import type { CurrentJudge } from '../judges/index.ts'
import { drawApart } from './in-plan-thread.ts'
import type { PackedPlan } from './packed-plan.ts'
import { judgeCallsOf, isInPart } from './part.ts'
import type { PlanPart } from './part.ts'
import type { DrawSpec } from './planned.ts'
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

export interface ArenaJudgements extends PackedPlan {
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
  const { requestedJudges, draw } = await checkPlan(db, arenaId, spec)
  const versions = requestedJudges.map(({ versionId }) => versionId)
  const [all, existing, { failing, open }] = await Promise.all([
    selectPlanAnswers(db, arenaId),
    selectExistingJudgements(db, arenaId, versions),
    gatingStateOf(db, arenaId),
  ])
  const answers = all
    .filter((answer) => !open.has(answer.id) && isInPart(spec.only, answer))
    .map((answer) => ({ ...answer, failing: failing.get(answer.id) ?? [] }))
  // not the judges as they are: a rubric is no part of a draw
  const calls = judgeCallsOf(requestedJudges, spec.only).map(
    ({ versionId, criteria, form, listSize, categories }) => ({
      versionId,
      criteria,
      form,
      listSize,
      categories,
    }),
  )
  return {
    ...(await drawApart(answers, calls, existing, draw, spec.seed)),
    judges: new Map(requestedJudges.map(({ versionId, name }) => [versionId, name])),
    failing: [...failing.keys()],
  }
}

/**
 * The judges that a plan asks, and the settings of its draw.
 * @throws {ProblemError} if the arena has no such judge or baseline, or no earlier version to judge again, or if a judge
 *   cannot do what is asked
 */
export async function checkPlan(
  db: Kysely<Database>,
  arenaId: number,
  spec: PlanSpec,
): Promise<{ requestedJudges: CurrentJudge[]; draw: DrawSpec }> {
  const requestedJudges = chooseJudges(await currentJudges(db, arenaId), spec.judges)
  const listwise = spec.focus ? requestedJudges.find(({ form }) => form === 'listwise') : undefined
  if (listwise)
    throw new ProblemError('invalid_request', msg('focus_needs_pairwise', { judge: listwise.name }))
  const draw = await drawSpecOf(db, arenaId, spec)
  const versions = new Set(requestedJudges.map(({ versionId }) => versionId))
  if (draw.judgedEarlier && !draw.judgedEarlier.some(({ versionId }) => versions.has(versionId)))
    throw new ProblemError('invalid_request', msg('nothing_to_rejudge'))
  return { requestedJudges, draw }
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
