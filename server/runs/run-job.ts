/** The jobs of a run: what they need, what stops a run or one of its judges, and what a budget requires before a start. */
import type { Arena } from '../arenas/index.ts'
import { hasBudget, selectLedger, ROUNDING, spentBudget } from '../ledger/index.ts'
import { type Endpoints, storedCause, type CallContext, type StoredCause } from '../calls/index.ts'
import type { RunDeps } from './run-kind.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import { applyRunEvent } from './change-status.ts'
import { hasStopped, lockRuns, selectRun, isRunning, sqlStatuses, type Run } from './run-machine.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/schema.ts'
import { ProblemError } from '../platform/problem.ts'
import { findPrice } from '../platform/providers/index.ts'
import { queryColumn, queryRow } from '../platform/postgres/query.ts'
import type { StoppedJudge } from '../platform/documents.ts'

/** What jobs that call models need in addition to other dependencies; made once per process. */
export interface JobContext extends RunDeps {
  endpoints: Endpoints
  /** Ends calls under way that end with their run. */
  stops: RunStops
  /** The wait before the second attempt at a call, in ms. */
  firstWaitMs: number
  /** Aborted when no more calls may start. */
  closing: AbortSignal
  /** Aborted later than `closing`, when calls under way must end. */
  abortSignal: AbortSignal
}

/**
 * Ends the run if its budget, or that of its arena, does not cover this call of at most `mostUsd` US dollars, which it
 * would make, and no call under way can free more.
 */
export const endIfExhausted = (context: JobContext, call: CallContext, mostUsd: number): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await lockRuns(trx, call.arenaId)
    await lockRun(trx, call.arenaId, call.runId)
    const run = await selectWaiting(trx, call)
    const finding = run && (await overBudget(trx, run, mostUsd, context.clock()))
    if (!finding) return
    await applyRunEvent(context, trx, run, 'exhaust', { cause: storedCause('budget_reached', finding) })
  })

/** Which budget does not cover so much beside what is spent, as a message; null: all do. */
async function overBudget(trx: Trx, run: Run, mostUsd: number, now: Date): Promise<CodedMessage | null> {
  const most = formatMinimumUsd(mostUsd)
  const { budget_usd: budget, spent_usd: spent } = run
  if (budget !== null && spent + mostUsd > budget)
    return msg('next_calls_over_budget', { most, spent: formatMinimumUsd(spent), budget })
  const { spentUsd, budgetUsd, todayUsd, budgetUsdPerDay } = await selectLedger(trx, run.arena_id, now)
  const ofArena = (spent: number, budget: number | null, isToday: boolean) =>
    budget !== null && spent + mostUsd > budget * (1 + ROUNDING)
      ? msg('next_calls_over_arena', { most, spent: formatMinimumUsd(spent), budget, isToday })
      : null
  return ofArena(spentUsd, budgetUsd, false) ?? ofArena(todayUsd, budgetUsdPerDay, true)
}

/** Pauses the run for a failure that only a person can fix: a refused key, an empty account, an unknown model. */
export async function pauseForCause(
  context: JobContext,
  arenaId: number,
  runId: number,
  cause: StoredCause,
): Promise<void> {
  const paused = await context.db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    const run = await selectRun(trx, arenaId, runId)
    return run ? applyRunEvent(context, trx, run, 'block', { cause }) : null
  })
  if (paused) context.services.log.warn({ arenaId, runId, cause: cause.cause }, 'a run is paused')
}

/** Sets the judgements of a judge aside until the run continues. What else the run has to do goes on. */
export async function stopJudge(
  { db, services: { log } }: Pick<JobContext, 'db' | 'services'>,
  arenaId: number,
  runId: number,
  versionId: number,
  stopped: StoppedJudge,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update runs set stopped_judges = coalesce(stopped_judges, '{}') || ${JSON.stringify({ [versionId]: stopped })}::jsonb
    where arena_id = ${arenaId} and id = ${runId} and status in (${sqlStatuses(isRunning)})
      and not ${hasStopped(sql`${versionId}::integer`)}`.execute(db)
  if (numAffectedRows === 1n) log.warn({ arenaId, runId, cause: stopped.reason }, 'a judge is stopped')
}

/** Why these judges are stopped: the code of the first, and what to try with each. */
export const causeOfStop = (judges: readonly StoppedJudge[]): StoredCause =>
  storedCause(judges[0]!.code, msg('judges_stopped', { judges: judges.map(({ finding }) => finding) }))

/** SQL: whether the row of `runs` makes this call: it is running, and has not stopped the judge that is asked. */
export const makesCall = ({ judgeVersionId }: CallContext) => sql<boolean>`
  runs.status in (${sqlStatuses(isRunning)}) and not ${hasStopped(sql`${judgeVersionId ?? null}::integer`)}`

// What the budget of a run requires before it starts; `callModel` keeps it.

/**
 * Requires that the budgets of a run and of its arena are not spent yet and that they can be kept.
 * @param budgetUsd  of the run; null: none of its own
 * @param spentUsd  cost of the run so far, in US dollars; 0 for a new run
 * @throws {ProblemError} invalid_request if a budget is spent, or naming the models that have no price
 */
export async function requireBudget(
  deps: Pick<RunDeps, 'kinds' | 'settings' | 'clock'>,
  trx: Trx,
  arena: Pick<Arena, 'id' | 'slug'>,
  kind: Run['kind'],
  budgetUsd: number | null,
  spentUsd: number,
): Promise<void> {
  if (budgetUsd !== null && budgetUsd <= spentUsd)
    throw new ProblemError(
      'invalid_request',
      msg('budget_spent', { what: 'this run', spent: formatMinimumUsd(spentUsd), budget: budgetUsd }),
    )
  const ofArena = await spentBudget(trx, arena, deps.clock())
  if (ofArena) throw new ProblemError('invalid_request', ofArena)
  await requirePriced(deps, trx, { arena_id: arena.id, kind }, budgetUsd)
}

/**
 * Requires that every model of the run has a price, if the run or its arena has a budget.
 * @throws {ProblemError} invalid_request naming the models that have no price
 */
export async function requirePriced(
  { kinds, settings: { prices }, clock }: Pick<RunDeps, 'kinds' | 'settings' | 'clock'>,
  trx: Trx,
  run: Pick<Run, 'arena_id' | 'kind'>,
  budgetUsd: number | null,
): Promise<void> {
  if (budgetUsd === null && !hasBudget(await selectLedger(trx, run.arena_id, clock()))) return
  const models = await kinds.of(run).modelsCalled(trx, run.arena_id)
  const unknown = models.filter((model) => findPrice(model, prices) === null)
  if (unknown.length > 0)
    throw new ProblemError(
      'invalid_request',
      `budget: there is no price for ${unknown.join(', ')}, so a budget cannot be kept. Set it under Settings, Edit on the page, or in a price file that DEADHEAT_PRICES names; or run without a budget.`,
    )
}

/**
 * Formats an amount that a user must at least set: it is never rounded down.
 * @param usd  US dollars, at least 0
 * @returns rounded up to a millionth, with at least four decimals: 0.00004, 1.5000
 */
export function formatMinimumUsd(usd: number): string {
  const nearest = usd.toFixed(6)
  const enough = Number(nearest) < usd ? (Number(nearest) + 0.000001).toFixed(6) : nearest
  return enough.replace(/0{1,2}$/, '')
}

// Ends calls under way whose run no longer runs, whichever process paused or cancelled it.

/** The ids of those of these runs that are running. */
const selectStillRunning = (db: Db, runs: readonly { arenaId: number; runId: number }[]): Promise<number[]> =>
  queryColumn<number>(db)`
    select id from runs where status in (${sqlStatuses(isRunning)})
      and arena_id = any (${runs.map(({ arenaId }) => arenaId)}::integer[])
      and id = any (${runs.map(({ runId }) => runId)}::integer[])`

interface Watched {
  arenaId: number
  runId: number
  stop: AbortController
  calls: number
}

export class RunStops {
  private readonly db: Db
  private readonly runs = new Map<number, Watched>()

  constructor(db: Db) {
    this.db = db
  }

  /**
   * A signal for one call: aborted when the run is seen not to run, or with `abortSignal`.
   * `release` must be called when the call has ended.
   */
  watchCall(
    { arenaId, runId }: { arenaId: number; runId: number },
    abortSignal: AbortSignal,
  ): { readonly signal: AbortSignal; release(): void } {
    const run = this.runs.get(runId) ?? { arenaId, runId, stop: new AbortController(), calls: 0 }
    this.runs.set(runId, run)
    run.calls += 1
    return {
      signal: AbortSignal.any([abortSignal, run.stop.signal]),
      release: () => {
        run.calls -= 1
        if (run.calls === 0 && this.runs.get(runId) === run) this.runs.delete(runId)
      },
    }
  }

  /** Reads the status of runs with such calls under way. Asks the database nothing if there are none. */
  async stopEnded(): Promise<void> {
    if (this.runs.size === 0) return
    const watched = [...this.runs.values()]
    const running = new Set(await selectStillRunning(this.db, watched))
    for (const run of watched) {
      if (running.has(run.runId)) continue
      // calls of a run that resumes meanwhile are watched anew
      if (this.runs.get(run.runId) === run) this.runs.delete(run.runId)
      run.stop.abort()
    }
  }
}

/** The run if it would make this call, and no call under way can free money. */
const selectWaiting = (trx: Trx, call: CallContext): Promise<Run | undefined> =>
  queryRow<Run | undefined>(trx)`
    select * from runs
    where arena_id = ${call.arenaId} and id = ${call.runId} and ${makesCall(call)}
      and not exists (select from calls c
        where c.arena_id = runs.arena_id and c.run_id = runs.id and c.status = 'under_way')`

/**
 * Locks a run's row until the end of the transaction, in a statement of its own: the next one then sees its newest version. A
 * statement that locks the row and reads it again by its older snapshot can deadlock with others that wait for the row.
 */
export const lockRun = (trx: Trx, arenaId: number, runId: number) =>
  sql`select from runs where arena_id = ${arenaId} and id = ${runId} for no key update`.execute(trx)
