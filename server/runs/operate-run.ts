/** What an operator does with a run: pause, resume, cancel, another budget. Each may be done twice. */
import type { Transaction } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import { atLeastUsd, requirePriced } from './budget.ts'
import { applyRunEvent } from './change-status.ts'
import { readSpec } from './run-kind.ts'
import type { RunDeps } from './run-kind.ts'
import { isOpen, statusAfter } from './run-machine.ts'
import type { RunEvent, RunStatus } from './run-machine.ts'
import { lockRuns, selectLatestRun, updateRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'
import { isSeriesOpen } from './supersede-open.ts'

type ArenaRef = Pick<Arena, 'id' | 'slug'>

/**
 * No further call goes out; those under way come to their end and count.
 * @throws {ProblemError} run_unknown; challenge_under_way between two runs of a challenge
 */
export const pauseRun = (deps: RunDeps, arena: ArenaRef): Promise<Run> =>
  applyOperatorEvent(deps, arena, 'pause', 'paused')

/**
 * Lets a paused run continue.
 * @throws {ProblemError} run_unknown where nothing is open; challenge_under_way as pauseRun
 */
export const resumeRun = (deps: RunDeps, arena: ArenaRef): Promise<Run> =>
  applyOperatorEvent(deps, arena, 'resume', 'running')

/**
 * Ends the run for good, and the series it belongs to, between whose runs there is none; what was judged stays.
 * @throws {ProblemError} run_unknown where nothing is open
 */
export async function cancelRun(deps: RunDeps, arena: ArenaRef): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, arena.id)
    if (run && (await applyRunEvent(deps, trx, run, 'cancel'))) return
    const ended = await cancelSeries(deps, trx, arena.id)
    if (!ended && run?.status === 'cancelled') return
    if (!run || !ended) throw await noOpenRun(deps, trx, arena)
    await putOnRecord(trx, deps, arena.id, 'judging_cancelled', { run: run.id, spentUsd: run.spent_usd })
  })
}

async function cancelSeries(deps: RunDeps, trx: Transaction<Database>, arenaId: number): Promise<boolean> {
  for (const series of deps.kinds.series) if (await series.cancel(deps, trx, arenaId)) return true
  return false
}

/**
 * Sets the most the run may cost, all that it cost already counted; null: no bound. A run that had reached its budget
 * continues.
 * @throws {ProblemError} run_unknown; challenge_under_way as pauseRun; invalid_request when more than that is spent already, or a model has no price by
 *   which it could be kept
 */
export async function setBudget(deps: RunDeps, arena: ArenaRef, budgetUsd: number | null): Promise<Run> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, arena.id)
    if (!run || !isOpen(run.status)) throw await noOpenRun(deps, trx, arena)
    const held = run.spent_usd + run.reserved_usd
    if (budgetUsd !== null && budgetUsd < held)
      throw new ProblemError('invalid_request', msg('budget_below', { held: atLeastUsd(held) }))
    if (budgetUsd !== null) await requirePriced(deps, trx, run)
    const change = { budget_usd: budgetUsd }
    const changed =
      (await applyRunEvent(deps, trx, run, 'raise_budget', change)) ?? (await updateRun(trx, run, change))
    const kind = deps.kinds.of(run)
    const { spec } = readSpec(kind, run)
    if (spec) await kind.afterBudget?.(trx, changed, spec)
    await putOnRecord(trx, deps, arena.id, 'budget_changed', {
      run: run.id,
      budgetUsd,
      budgetUsdBefore: run.budget_usd,
    })
    return changed
  })
}

/**
 * Asks anew for the models of the run that is open, before it continues.
 * @throws {ProblemError} invalid_request naming those that no provider has
 */
export async function requireModelsOfRun(deps: RunDeps, arena: Pick<Arena, 'id'>): Promise<void> {
  const run = await selectLatestRun(deps.db, arena.id)
  if (!run || !isOpen(run.status)) return
  const kind = deps.kinds.of(run)
  const { spec } = readSpec(kind, run)
  if (spec) await kind.requireModels(deps, arena, spec)
}

/** @param to  the status that the event leads to: in it already, nothing is to be done */
async function applyOperatorEvent(
  deps: RunDeps,
  arena: ArenaRef,
  event: RunEvent,
  to: RunStatus,
): Promise<Run> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, arena.id)
    if (run?.status === to) return run
    const changed = run && statusAfter(run.status, event) && (await applyRunEvent(deps, trx, run, event))
    if (!changed) throw await noOpenRun(deps, trx, arena)
    return changed
  })
}

async function noOpenRun(
  deps: RunDeps,
  trx: Transaction<Database>,
  { id, slug }: ArenaRef,
): Promise<ProblemError> {
  if (await isSeriesOpen(deps, trx, id))
    return new ProblemError('challenge_under_way', msg('challenge_between_runs', { arena: slug }))
  return new ProblemError('run_unknown', msg('no_open_judging', { arena: slug }))
}
