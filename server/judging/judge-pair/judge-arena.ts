import type { JudgingPlan, JudgingRequest } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { ProblemError } from '../../platform/http/http.ts'
import type { PlanSpec } from '../plan/index.ts'
import { currentJudges } from '../judges/index.ts'
import { requireKnownModels } from './require-known-models.ts'
import type { Run, RunDeps } from '../../runs/index.ts'
import { startRun } from './start-run.ts'
import { msg } from '../../../shared/messages/index.ts'

/** A fixed seed, so that the same arena always gets the same draws. */
export const SEED = 1

/** The arena's plan, with the values of the request in place of its own. */
export function arenaPlanSpec(
  plan: JudgingPlan,
  { judges, votesPerPair, focus }: Pick<JudgingRequest, 'judges' | 'votesPerPair' | 'focus'> = {},
): PlanSpec {
  const { everything: _, ...rest } = plan
  const requestedPlan = votesPerPair === undefined ? plan : { ...rest, votesPerPair }
  return { plan: requestedPlan, seed: SEED, ...(judges && { judges }), ...(focus && { focus }) }
}

/**
 * Makes the missing answers of an arena and judges what its plan asks for. First every provider must know its
 * models. An open run continues.
 * @throws {ProblemError} invalid_request if the arena has no judge, a judge or a model is unknown, or the budget
 *   cannot be kept
 */
export async function judgeArena(deps: RunDeps, arena: Arena, request: JudgingRequest): Promise<Run> {
  if ((await currentJudges(deps.db, arena.id)).length === 0)
    throw new ProblemError('invalid_request', msg('arena_without_judge', { arena: arena.slug }))
  const { plan = {}, budgetUsd } = arena.settings
  const { repeats, sample, rejudge, retryFailed } = request
  const spec = {
    ...arenaPlanSpec(plan, request),
    ...(repeats !== undefined && { repeats }),
    ...(sample !== undefined && { sample }),
    ...(rejudge && { rejudge }),
  }
  await requireKnownModels(deps, arena, spec)
  const budget = request.budgetUsd === undefined ? budgetUsd : request.budgetUsd
  return startRun(deps, arena, {
    kind: 'judge',
    spec,
    budgetUsd: budget,
    ...(retryFailed && { retryFailed }),
  })
}
