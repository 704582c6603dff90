import type { JudgingPlan, JudgingRequest } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { PlanSpec } from '../plan/index.ts'
import { currentJudges } from '../judges/index.ts'
import { requireKnownModels } from './require-known-models.ts'
import type { Run, RunDeps } from '../../runs/index.ts'
import { startRun } from './start-run.ts'
import { msg } from '../../../shared/messages/index.ts'

/** The same draws for the same arena, whoever runs it. */
export const SEED = 1

/** What is to be judged: the arena's plan, with what is told instead. */
export function arenaPlanSpec(
  plan: JudgingPlan,
  { judges, votesPerPair }: Pick<JudgingRequest, 'judges' | 'votesPerPair'> = {},
): PlanSpec {
  const { everything: _, ...rest } = plan
  const wanted = votesPerPair === undefined ? plan : { ...rest, votesPerPair }
  return { plan: wanted, seed: SEED, ...(judges && { judges }) }
}

/**
 * Makes the answers an arena lacks and judges what its plan asks for, once every model is known to be there; goes on with
 * the run that is open.
 * @throws {ProblemError} invalid_request where nobody judges, naming models and judges that nobody has, or why a budget cannot be kept
 */
export async function judgeArena(deps: RunDeps, arena: Arena, request: JudgingRequest): Promise<Run> {
  if ((await currentJudges(deps.db, arena.id)).length === 0)
    throw new ProblemError('invalid_request', msg('arena_without_judge', { arena: arena.slug }))
  const { plan = {}, budgetUsd } = arena.settings
  const { repeats, sample, retryFailed } = request
  const spec = {
    ...arenaPlanSpec(plan, request),
    ...(repeats !== undefined && { repeats }),
    ...(sample !== undefined && { sample }),
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
