/** What an operator can do with a run: start, pause, resume, cancel, change the budget. Doing it twice changes nothing. */
import type { JudgingState, RunStatus } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { raiseArenaBudget } from '../ledger/index.ts'
import { recordAct } from '../platform/audit.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { formatMinimumUsd, requireBudget, requirePriced } from './run-job.ts'
import { applyRunEvent, insertRunning, isSeriesOpen } from './change-status.ts'
import { judgingState } from './progress.ts'
import { readSpec, type RunDeps } from './run-kind.ts'
import {
  isOpen,
  statusAfter,
  type RunEvent,
  selectLatestRun,
  updateRun,
  lockRuns,
  type Run,
} from './run-machine.ts'
import { Mutex } from '../platform/mutex.ts'

type ArenaRef = Pick<Arena, 'id' | 'slug'>

/**
 * Starts a run, or lets the open one go on with a new spec and budget. The caller must have locked the arena's runs.
 * @throws {ProblemError} invalid_request if the budget is spent or cannot be kept
 */
export async function beginRun(
  deps: RunDeps,
  trx: Trx,
  { id, slug }: ArenaRef,
  { kind, plan, budgetUsd, open, raisesArena = false }: NewRun,
): Promise<Run> {
  const row = { arena_id: id, kind }
  if (raisesArena) await raiseArenaFor(deps, trx, id, budgetUsd, open)
  await requireBudget(deps, trx, { id, slug }, kind, budgetUsd, open?.spent_usd ?? 0)
  const stored = { plan: JSON.stringify(plan), budget_usd: budgetUsd }
  const run = open
    ? await applyRunEvent(deps, trx, open, 'restart', stored)
    : await insertRunning(deps, trx, { ...row, ...stored })
  if (!run) throw new ProblemError('invalid_request', msg('no_open_judging', { arena: slug }))
  return run
}

interface NewRun {
  kind: Run['kind']
  /** The spec of its kind. */
  plan: object
  /** Null for no limit. */
  budgetUsd: number | null
  /** The run that goes on instead. */
  open: Run | undefined
  /** Whether the arena's budget is raised where it leaves less than the run may cost. Only for operators who may. */
  raisesArena?: boolean | undefined
}

/** Lets the arena's budget cover what a run may still cost. */
const raiseArenaFor = async (
  deps: RunDeps,
  trx: Trx,
  arenaId: number,
  budgetUsd: number | null,
  run?: Pick<Run, 'spent_usd' | 'reserved_usd'>,
): Promise<void> => {
  if (budgetUsd === null) return
  const left = budgetUsd - (run ? run.spent_usd + run.reserved_usd : 0)
  await raiseArenaBudget(trx, deps, arenaId, Math.max(0, left))
}

/**
 * Pauses the run. It sends no further calls. Calls of models under way finish and count; commands are ended.
 * @throws {ProblemError} run_unknown if no run is open; challenge_under_way between two runs of a challenge
 */
export const pauseRun = (deps: RunDeps, arena: ArenaRef): Promise<Run> =>
  applyOperatorEvent(deps, arena, 'pause', 'paused')

/**
 * Resumes a paused run.
 * @throws {ProblemError} run_unknown if no run is open; challenge_under_way between two runs of a challenge
 */
export const resumeRun = (deps: RunDeps, arena: ArenaRef): Promise<Run> =>
  applyOperatorEvent(deps, arena, 'resume', 'running')

/**
 * Ends the run for good, and the series that it belongs to, even between two runs of the series. Judgements stay.
 * @throws {ProblemError} run_unknown if nothing is open
 */
export async function cancelRun(deps: RunDeps, arena: ArenaRef): Promise<void> {
  await changeRuns(deps.db, arena.id, async (trx, run) => {
    if (run && (await applyRunEvent(deps, trx, run, 'cancel'))) return
    const ended = await cancelSeries(deps, trx, arena.id)
    if (!ended && run?.status === 'cancelled') return
    if (!run || !ended) throw await noOpenRun(deps, trx, arena)
    await recordAct(trx, deps, arena.id, 'judging_cancelled', { run: run.id, spentUsd: run.spent_usd })
  })
}

async function cancelSeries(deps: RunDeps, trx: Trx, arenaId: number): Promise<boolean> {
  for (const series of deps.kinds.series) if (await series.cancel(deps, trx, arenaId)) return true
  return false
}

/**
 * Sets the most that the run may cost in total, in US dollars; null for no limit beside the arena's. A run that had
 * reached its budget continues.
 * @param raisesArena  whether the arena's budget is raised where it leaves less; only for operators who may
 * @throws {ProblemError} run_unknown if no run is open; challenge_under_way between two runs of a challenge;
 *   invalid_request if more is spent or reserved already, or a model has no price
 */
export async function setBudget(
  deps: RunDeps,
  arena: ArenaRef,
  budgetUsd: number | null,
  raisesArena = false,
): Promise<Run> {
  return changeRuns(deps.db, arena.id, async (trx, run) => {
    if (!run || !isOpen(run.status)) throw await noOpenRun(deps, trx, arena)
    const committed = run.spent_usd + run.reserved_usd
    if (budgetUsd !== null && budgetUsd < committed)
      throw new ProblemError(
        'invalid_request',
        `budgetUsd: ${formatMinimumUsd(committed)} USD are already spent or reserved. Give at least that.`,
      )
    await requirePriced(deps, trx, run, budgetUsd)
    if (raisesArena) await raiseArenaFor(deps, trx, arena.id, budgetUsd, run)
    const change = { budget_usd: budgetUsd }
    const changed =
      (await applyRunEvent(deps, trx, run, 'raise_budget', change)) ?? (await updateRun(trx, run, change))
    const kind = deps.kinds.of(run)
    const { spec } = readSpec(kind, run)
    if (spec) await kind.afterBudget?.(trx, changed, spec)
    await recordAct(trx, deps, arena.id, 'budget_changed', {
      run: run.id,
      budgetUsd,
      budgetUsdBefore: run.budget_usd,
    })
    return changed
  })
}

/**
 * Asks the providers again whether they have the models of the open run, before it continues.
 * @throws {ProblemError} invalid_request naming models that no provider has
 */
export async function requireRunModels(deps: RunDeps, arena: Pick<Arena, 'id'>): Promise<void> {
  const run = await selectLatestRun(deps.db, arena.id)
  if (!run || !isOpen(run.status)) return
  const kind = deps.kinds.of(run)
  const { spec } = readSpec(kind, run)
  if (spec) await kind.requireModels(deps, arena, spec)
}

/** @param to  the status after the event; a run that has it already is returned unchanged */
async function applyOperatorEvent(
  deps: RunDeps,
  arena: ArenaRef,
  event: RunEvent,
  to: RunStatus,
): Promise<Run> {
  return changeRuns(deps.db, arena.id, async (trx, run) => {
    if (run?.status === to) return run
    const changed = run && statusAfter(run.status, event) && (await applyRunEvent(deps, trx, run, event))
    if (!changed) throw await noOpenRun(deps, trx, arena)
    return changed
  })
}

async function noOpenRun(deps: RunDeps, trx: Trx, { id, slug }: ArenaRef): Promise<ProblemError> {
  if (await isSeriesOpen(deps, trx, id))
    return new ProblemError(
      'challenge_under_way',
      `A challenge of arena "${slug}" is between two of its runs, so there is nothing to pause or resume. It continues by itself: try again in a moment, or cancel it.`,
    )
  return new ProblemError('run_unknown', msg('no_open_judging', { arena: slug }))
}

/** The state of an arena's judging, after what operators have asked of this process before. */
export const stateInTurn = (deps: RunDeps, arena: ArenaRef): Promise<JudgingState> =>
  inTurn(deps.db, arena.id, () => judgingState(deps, arena))

const turns = new WeakMap<Db, Map<number, Mutex>>()

/**
 * Runs tasks of operators on one arena of this process one at a time. They would wait for each other in the database
 * anyway, each with a connection that pages need.
 */
function inTurn<Result>(db: Db, arenaId: number, task: () => Promise<Result>): Promise<Result> {
  const ofArenas = turns.get(db) ?? new Map<number, Mutex>()
  const ofArena = ofArenas.get(arenaId) ?? new Mutex()
  turns.set(db, ofArenas.set(arenaId, ofArena))
  return ofArena.run(task)
}

/** Changes runs of an arena in one transaction, which holds the lock of the arena's runs. `latest` is its latest run. */
export const changeRuns = <Result>(
  db: Db,
  arenaId: number,
  change: (trx: Trx, latest: Run | undefined) => Promise<Result>,
): Promise<Result> =>
  inTurn(db, arenaId, () =>
    db.transaction().execute(async (trx) => change(trx, await lockRuns(trx, arenaId))),
  )
