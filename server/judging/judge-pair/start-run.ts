import type { JudgingPlan, JudgingRequest, RunEstimate } from '../../../shared/contracts/index.ts'
import { selectProviders, type Arena, type ArenaProvider } from '../../arenas/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import {
  type PlanPart,
  type PlanSpec,
  checkPlan,
  isInStages,
  chooseJudges,
  isInPart,
  planJudgements,
} from '../plan/plan-judgements.ts'
import { currentJudges, usableJudges, isNotStopped } from '../judges.ts'
import {
  type RunDeps,
  beginRun,
  changeRuns,
  isOpen,
  supersedeOpen,
  updateRun,
  type Expected,
  type Run,
} from '../../runs/index.ts'
import { countCalls, providerConfig } from '../../calls/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { sql, type RawBuilder } from 'kysely'
import { forgetOutdated, answeringContestants, missingAnswers } from '../../answers/index.ts'
import { recordAct } from '../../platform/audit.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import { pairToTry } from '../plan/pair-to-try.ts'
import { estimateArena, overridePlan, type Estimating } from '../plan/estimate-arena.ts'
import { countJudgements, SUPERSEDED } from './run-judgements.ts'
import type { Deps } from '../../platform/deps.ts'
import { SetupError } from '../../platform/setup-error.ts'
import { selectActiveChecks, selectJudging } from './queue-work.ts'

/** A fixed seed, so that the same arena always gets the same draws. */
export const SEED = 1

/** The arena's plan, with the values of the request in place of its own. */
export const arenaPlanSpec = (
  plan: JudgingPlan,
  { judges, ...request }: Pick<JudgingRequest, 'judges' | 'votesPerPair' | 'plan'> = {},
): PlanSpec => ({ plan: overridePlan(plan, request), seed: SEED, ...(judges && { judges }) })

/**
 * Makes the missing answers of an arena and judges what its plan asks for. First every provider must know its
 * models. An open run continues.
 * @param raisesArena  as of `JudgingRequestSpec`
 * @throws {ProblemError} invalid_request if the arena has no judge, a judge or a model is unknown, or the budget
 *   cannot be kept
 */
export async function judgeArena(
  deps: RunDeps,
  arena: Arena,
  request: JudgingRequest,
  raisesArena = false,
): Promise<Run> {
  const { plan: spec } = await requestedPlan(deps, arena, request)
  await requireKnownModels(deps, arena, spec)
  const budget = request.budgetUsd === undefined ? arena.settings.budgetUsd : request.budgetUsd
  return startRun(deps, arena, {
    kind: 'judge',
    spec,
    budgetUsd: budget,
    raisesArena,
    ...(request.retryFailed && { retryFailed: true }),
    ...(request.singlePair && { isAlone: true }),
  })
}

/**
 * What a request would do and cost, before anything is paid for.
 * @throws {ProblemError} invalid_request if the arena has no judge, or one or a pair that is asked for is not there
 */
export async function estimateRequest(
  deps: Pick<Deps, 'db' | 'settings'>,
  arena: Arena,
  request: JudgingRequest,
): Promise<RunEstimate> {
  const { plan, estimate } = await requestedPlan(deps, arena, request)
  return estimate ?? estimateArena(deps.db, arena, plan, deps.settings)
}

/** The plan that a request asks for; of one pair, also its estimate. */
async function requestedPlan(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  arena: Arena,
  { repeats, sample, singlePair, ...request }: JudgingRequest,
): Promise<{ plan: PlanSpec; estimate?: RunEstimate }> {
  if ((await usableJudges(db, arena.id)).length === 0)
    throw new ProblemError(
      'invalid_request',
      msg((await currentJudges(db, arena.id)).length > 0 ? 'judges_for_good' : 'arena_without_judge', {
        arena: arena.slug,
      }),
    )
  const plan = {
    ...arenaPlanSpec(arena.settings.plan ?? {}, request),
    ...(repeats !== undefined && { repeats }),
    ...(sample !== undefined && { sample }),
  }
  if (!singlePair) return { plan }
  const everything = { ...plan, plan: { everything: true as const } }
  const { part, estimate } = await pairToTry(db, arena, everything, settings)
  return { plan: { ...everything, only: part }, estimate }
}

export interface JudgingRequestSpec {
  kind: 'run' | 'judge'
  spec: PlanSpec
  /** The budget of the run in US dollars; null for no limit; undefined keeps the budget of an open run. */
  budgetUsd?: number | null | undefined
  /** Whether the arena's budget is raised where it leaves less than the run may cost. Only for operators who may. */
  raisesArena?: boolean | undefined
  /** Plans failed judgements again. */
  retryFailed?: boolean
  /** Whether it does what its spec says and nothing else: it takes the place of no open run, and over nothing from earlier ones. */
  isAlone?: boolean
}

/**
 * Starts a run of the arena, or continues the open one: nothing is paid for twice, and the budget holds for the
 * whole run.
 * @throws {ProblemError} if an outdated answer already has votes, or a model lacks the price that a budget needs;
 *   also for an unknown judge or baseline, and while a challenge is under way
 */
export async function startRun(
  deps: RunDeps,
  arena: Pick<Arena, 'id' | 'slug'>,
  { kind, spec, budgetUsd, raisesArena, retryFailed = false, isAlone = false }: JudgingRequestSpec,
): Promise<Run> {
  const { db, clock, settings } = deps
  const { id: arenaId } = arena
  return changeRuns(db, arenaId, async (trx, latest) => {
    await supersedeOpen(deps, trx, arena, latest)
    const open = latest && isOpen(latest.status) && latest.kind !== 'challenge' ? latest : undefined
    if (open && isAlone)
      throw new ProblemError(
        'invalid_request',
        msg('other_judging_open', { arena: arena.slug, status: open.status }),
      )
    const budget = budgetUsd === undefined ? (open?.budget_usd ?? null) : budgetUsd
    await forgetOutdated(trx, arenaId)
    // refuses an unknown judge or baseline here rather than in a job
    await checkPlan(trx, arenaId, spec)
    const run = await beginRun(deps, trx, arena, { kind, plan: spec, budgetUsd: budget, open, raisesArena })
    const startedAt = clock()
    // judgements of live battles only as long as the plan has them
    const isAsked = sql<boolean>`(not j.live or ${Boolean(spec.plan.live)}
      or (select coalesce(settings #>> '{plan,live}', 'false') <> 'false' from arenas where id = ${arenaId}))`
    await takeOverPlanned(
      trx,
      arenaId,
      run.id,
      isAsked,
      isAlone ? isOfPart(spec.only!) : sql`true`,
      startedAt,
    )
    if (retryFailed) await reviveFailed(trx, arenaId, run.id, isAsked, startedAt)
    const expected = await expectRun(trx, run, spec, settings, startedAt)
    await recordAct(trx, deps, arenaId, 'judging_started', {
      run: run.id,
      goesOn: open !== undefined,
      budgetUsd: budget,
      plan: spec.plan,
      ...(spec.judges && { judges: spec.judges }),
      ...((spec.repeats ?? 1) > 1 && { repeats: spec.repeats, sample: spec.sample ?? null }),
      ...(retryFailed && { retryFailed }),
    })
    return updateRun(trx, run, {
      plan: JSON.stringify({
        ...spec,
        ...((isInStages(spec) || open?.plan['inStages'] === true) && { inStages: true }),
        expected,
        ...(settings.callSeconds && { callSeconds: settings.callSeconds }),
      }),
    })
  })
}

/** The calls and the cost that the run is expected to need, as far as they are known before its answers are made. */
async function expectRun(
  db: Db,
  { arena_id: arenaId, id, spent_usd: spentUsd }: Run,
  spec: PlanSpec,
  settings: Estimating,
  now: Date,
): Promise<Expected> {
  const estimate = await estimateArena(db, { id: arenaId }, spec, settings)
  const { calls, costUsd, answers, answersUsd, judgements, judgementsUsd, checksUsd, callsFor } = estimate
  const counts = await countCalls(db, arenaId, id, now)
  const total = { calls: counts.callsDone + calls, costUsd: costUsd === null ? null : spentUsd + costUsd }
  if (answersUsd === null || judgementsUsd === null || checksUsd === null) return total
  const { done, failed } = await countJudgements(db, arenaId, id)
  const expectedWork = (made: number, left: number, usd: number) => ({
    total: made + left,
    usdEach: left > 0 ? usd / left : 0,
  })
  return {
    ...total,
    work: {
      answers: expectedWork(counts.answersMade, answers, answersUsd),
      judgements: expectedWork(done + failed, judgements, judgementsUsd),
      checks: expectedWork(counts.checkCalls, callsFor.checks, checksUsd),
    },
  }
}

/**
 * Moves planned judgements of earlier runs to this run if a call was made for them, and deletes the others, which
 * are planned again. Judgements that nobody asks for any more, or of a judge version that is no longer active, end as
 * superseded. Skipped pairs that were not counted are deleted too.
 */
async function takeOverPlanned(
  trx: Trx,
  arenaId: number,
  runId: number,
  isAsked: RawBuilder<boolean>,
  isInScope: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  await sql`
    delete from judgements j where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null and ${isInScope}
      and not exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id)`.execute(
    trx,
  )
  await sql`delete from skipped_pairs where arena_id = ${arenaId} and counted_at is null`.execute(trx)
  await sql`
    update judgements j set run_id = ${runId}
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null and ${isInScope}`.execute(
    trx,
  )
  await sql`
    update judgements j set status = 'failed', cause = ${SUPERSEDED}, finished_at = ${now}::timestamptz,
      txid = pg_current_xact_id()
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null and ${isInScope} and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and not (g.active and g.version_sha256 = v.sha256 and ${isNotStopped} and ${isAsked})`.execute(trx)
}

/** SQL: whether judgement `j` is about the prompts and the two contestants of a part. */
const isOfPart = ({ contestants, prompts }: PlanPart) => sql`j.prompt_id = any (${prompts}::integer[])
  and not exists (select from answers a where a.arena_id = j.arena_id and a.id = any (j.answer_ids)
    and a.contestant_id <> all (${contestants ?? []}::integer[]))`

/** Plans failed judgements again, in this run. Their earlier attempts no longer count. */
async function reviveFailed(
  trx: Trx,
  arenaId: number,
  runId: number,
  isAsked: RawBuilder<boolean>,
  now: Date,
): Promise<void> {
  await sql`
    update judgements j set status = 'planned', cause = null, finished_at = null, attempts = 0, run_id = ${runId},
      planned_at = ${now}::timestamptz
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and g.active and g.version_sha256 = v.sha256 and ${isAsked}`.execute(trx)
}

/** A contestant, judge or check that calls a model. */
interface Caller {
  name: string
  /** The name of its provider. */
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
  await requireCallerModels(deps, arenaId, await callersIn(deps, arenaId, spec))
}

/**
 * Asks the providers of these callers, at no cost, whether they have the models.
 * @throws {ProblemError} naming each missing model and who calls it
 */
export async function requireCallerModels(
  deps: Deps,
  arenaId: number,
  calling: readonly Caller[],
): Promise<void> {
  const providers = new Map(
    (await selectProviders(deps.db, arenaId)).map((provider) => [provider.name, provider]),
  )
  const callers = Map.groupBy(calling, ({ provider, model }) => JSON.stringify([provider, model]))
  const unknown = await Promise.all(
    [...callers.values()].map(async (all) => {
      const { provider, model } = all[0]
      const stored = providers.get(provider)
      const isThere = !stored || !(await isUnknown(deps, stored, model))
      return isThere ? [] : [msg('model_not_at', { provider, model, names: all.map(({ name }) => name) })]
    }),
  )
  const models = unknown.flat()
  if (models.length > 0) throw new ProblemError('invalid_request', msg('models_unknown', { models }))
}

/** Everything that calls a model for the remaining work. */
async function callersIn({ db }: Deps, arenaId: number, spec: PlanSpec): Promise<Caller[]> {
  const [missing, contestants, judges, checks] = await Promise.all([
    missingAnswers(db, arenaId),
    answeringContestants(db, arenaId),
    usableJudges(db, arenaId),
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
  return new Set([...planned, ...drawn.calls, ...drawn.live].map(({ versionId }) => versionId))
}

async function isUnknown(
  { services: { providers } }: Deps,
  provider: ArenaProvider,
  model: string,
): Promise<boolean> {
  try {
    const opened = providers.open(String(provider.arena_id), providerConfig(provider))
    return (await opened.provider.knows(model)) === false
  } catch (error) {
    if (error instanceof SetupError) return false
    throw error
  }
}
