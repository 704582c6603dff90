import { answerMakers, missingAnswers } from '../../answers/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { SetupError } from '../../platform/setup-error.ts'
import { chooseJudges, isInPart, planJudgements } from '../plan/index.ts'
import type { PlanSpec } from '../plan/index.ts'
import { currentJudges } from '../judges/index.ts'
import { selectProviders } from '../../runs/index.ts'
import type { ProviderOfArena } from '../../runs/index.ts'
import { selectActiveChecks, selectJudging } from './work-queries.ts'
import { msg } from '../../../shared/messages/index.ts'

/** Who calls a model. */
export interface Caller extends Called {
  name: string
}

/** A model by the names of its provider and its own. */
interface Called {
  provider: string
  model: string
}

/**
 * Asks each provider, at no cost, whether it has the models that a run would call now. Who cannot tell, or whose key is
 * not here, is believed to have them.
 * @throws {ProblemError} naming all models that a provider says it does not have, and who calls them
 */
export async function requireKnownModels(
  deps: Deps,
  { id: arenaId }: Pick<Arena, 'id'>,
  wish: PlanSpec,
): Promise<void> {
  await requireKnownTo(deps, arenaId, await callersIn(deps, arenaId, wish))
}

/** The same for these callers. @throws {ProblemError} naming all models that a provider says it does not have */
export async function requireKnownTo(deps: Deps, arenaId: number, calling: readonly Caller[]): Promise<void> {
  const providers = new Map((await selectProviders(deps.db, arenaId)).map((one) => [one.name, one]))
  const callers = new Map<string, Called & { names: string[] }>()
  for (const { name, provider, model } of calling) {
    const called = JSON.stringify([provider, model])
    const known = callers.get(called)
    if (known) known.names.push(name)
    else callers.set(called, { provider, model, names: [name] })
  }
  const asked = await Promise.all(
    [...callers.values()].map(async (one) => {
      const provider = providers.get(one.provider)
      return provider && (await isUnknown(deps, provider, one.model)) ? [one] : []
    }),
  )
  const unknown = asked
    .flat()
    .map(({ provider, model, names }) => msg('model_not_at', { provider, model, names }))
  if (unknown.length > 0)
    throw new ProblemError('invalid_request', msg('models_unknown', { models: unknown }))
}

/** Everybody that calls a model for what is still to be done. */
async function callersIn({ db }: Deps, arenaId: number, wish: PlanSpec): Promise<Caller[]> {
  const [missing, makers, judges, checks] = await Promise.all([
    missingAnswers(db, arenaId),
    answerMakers(db, arenaId),
    currentJudges(db, arenaId),
    selectActiveChecks(db, arenaId),
  ])
  const meant = missing.filter((answer) => isInPart(wish.only, answer))
  const making = new Set(meant.map(({ contestantId }) => contestantId))
  const asked = chooseJudges(judges, wish.judges)
  // which answers there will be is not known before they are made
  const judging = making.size > 0 ? null : await versionsAhead(db, arenaId, wish)
  return [
    ...[...makers.values()].filter(({ id }) => making.has(id)),
    ...asked.filter(({ versionId }) => judging === null || judging.has(versionId)),
    ...checks
      .filter(({ spec }) => !wish.only || spec.required)
      .flatMap(({ name, spec }) =>
        spec.kind === 'llm' ? [{ name, provider: spec.provider, model: spec.model }] : [],
      ),
  ]
}

async function versionsAhead(db: Deps['db'], arenaId: number, wish: PlanSpec): Promise<Set<number>> {
  const [planned, drawn] = await Promise.all([
    selectJudging(db, arenaId, null),
    planJudgements(db, arenaId, wish),
  ])
  return new Set([...planned, ...drawn.judgements].map(({ versionId }) => versionId))
}

async function isUnknown({ providers }: Deps, provider: ProviderOfArena, model: string): Promise<boolean> {
  const { arena_id: arenaId, name, type, base_url: baseUrl, api_key_env: apiKeyEnv } = provider
  const limits = { concurrency: provider.concurrency, requestsPerMinute: provider.requests_per_minute }
  try {
    const opened = providers.open(String(arenaId), { name, type, baseUrl, apiKeyEnv, ...limits })
    return (await opened.provider.knows(model)) === false
  } catch (error) {
    if (error instanceof SetupError) return false
    throw error
  }
}
