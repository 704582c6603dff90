import { answeringContestants, missingAnswers } from '../../answers/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/http/http.ts'
import { SetupError } from '../../platform/setup-error.ts'
import { chooseJudges, isInPart, planJudgements, type PlanSpec } from '../plan/index.ts'
import { currentJudges } from '../judges/index.ts'
import { configOf, selectProviders, type ProviderOfArena } from '../../runs/index.ts'
import { selectActiveChecks, selectJudging } from './work-queries.ts'
import { msg } from '../../../shared/messages/index.ts'

/** A contestant, judge or check that calls a model. */
export interface Caller extends ModelRef {
  name: string
}

/** A model and its provider, by name. */
interface ModelRef {
  provider: string
  model: string
}

/**
 * Asks each provider, at no cost, whether it has the models that a run would call now. A provider that cannot
 * answer, or whose key is missing here, counts as having them.
 * @throws {ProblemError} naming each missing model and who calls it
 */
export async function requireKnownModels(
  deps: Deps,
  { id: arenaId }: Pick<Arena, 'id'>,
  spec: PlanSpec,
): Promise<void> {
  await requireKnownTo(deps, arenaId, await callersIn(deps, arenaId, spec))
}

/**
 * Asks the providers of these callers, at no cost, whether they have the models.
 * @throws {ProblemError} naming each missing model and who calls it
 */
export async function requireKnownTo(deps: Deps, arenaId: number, calling: readonly Caller[]): Promise<void> {
  const providers = new Map((await selectProviders(deps.db, arenaId)).map((one) => [one.name, one]))
  const callers = new Map<string, ModelRef & { names: string[] }>()
  for (const { name, provider, model } of calling) {
    const key = JSON.stringify([provider, model])
    const known = callers.get(key)
    if (known) known.names.push(name)
    else callers.set(key, { provider, model, names: [name] })
  }
  const unknownModels = await Promise.all(
    [...callers.values()].map(async (one) => {
      const provider = providers.get(one.provider)
      return provider && (await isUnknown(deps, provider, one.model)) ? [one] : []
    }),
  )
  const unknown = unknownModels
    .flat()
    .map(({ provider, model, names }) => msg('model_not_at', { provider, model, names }))
  if (unknown.length > 0)
    throw new ProblemError('invalid_request', msg('models_unknown', { models: unknown }))
}

/** Everything that calls a model for the remaining work. */
async function callersIn({ db }: Deps, arenaId: number, spec: PlanSpec): Promise<Caller[]> {
  const [missing, contestants, judges, checks] = await Promise.all([
    missingAnswers(db, arenaId),
    answeringContestants(db, arenaId),
    currentJudges(db, arenaId),
    selectActiveChecks(db, arenaId),
  ])
  const missingInPart = missing.filter((answer) => isInPart(spec.only, answer))
  const making = new Set(missingInPart.map(({ contestantId }) => contestantId))
  const requestedJudges = chooseJudges(judges, spec.judges)
  // which judges will be asked is not known until all answers are made
  const judging = making.size > 0 ? null : await versionsToAsk(db, arenaId, spec)
  return [
    ...[...contestants.values()].filter(({ id }) => making.has(id)),
    ...requestedJudges.filter(({ versionId }) => judging === null || judging.has(versionId)),
    ...checks
      .filter((check) => !spec.only || check.spec.required)
      .flatMap(({ name, spec }) =>
        spec.kind === 'llm' ? [{ name, provider: spec.provider, model: spec.model }] : [],
      ),
  ]
}

async function versionsToAsk(db: Deps['db'], arenaId: number, spec: PlanSpec): Promise<Set<number>> {
  const [planned, drawn] = await Promise.all([
    selectJudging(db, arenaId, null),
    planJudgements(db, arenaId, spec),
  ])
  return new Set([...planned, ...drawn.calls].map(({ versionId }) => versionId))
}

async function isUnknown({ providers }: Deps, provider: ProviderOfArena, model: string): Promise<boolean> {
  try {
    const opened = providers.open(String(provider.arena_id), configOf(provider))
    return (await opened.provider.knows(model)) === false
  } catch (error) {
    if (error instanceof SetupError) return false
    throw error
  }
}
