/** The only place that changes a run's status, with everything that follows from the change. */
import type { Insertable } from 'kysely'
import type { AuditAct, NoticeEvent } from '../../shared/contracts/index.ts'
import { arenaById, type Arena } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { requireRow } from '../platform/postgres/query.ts'
import type { Database, Trx } from '../platform/schema.ts'
import { causeOfRun, type StoredCause } from '../calls/index.ts'
import { advanceJob } from './run-work.ts'
import { readSpec, type RunDeps, type StatusDeps } from './run-kind.ts'
import { isEnded, isRunning, statusAfter, type RunEvent, isOpen, type Run } from './run-machine.ts'
import { msg } from '../../shared/messages/index.ts'
import { ProblemError } from '../platform/problem.ts'

/** The audit log's acts for events. Starts and budgets are recorded by the functions that know their details. */
const AUDITED: Partial<Record<RunEvent, AuditAct>> = {
  pause: 'judging_paused',
  resume: 'judging_resumed',
  cancel: 'judging_cancelled',
  supersede: 'judging_cancelled',
}

/**
 * Applies an event to a run. In the same transaction, a running run gets its job, the run's kind does what follows a
 * stop, and acts of operators are recorded. The caller must have locked the arena's runs: locks are always taken on
 * the arena before the run, so that there is no deadlock.
 * @param run  as it was read; nothing happens if its status has changed since
 * @param change  other values to set: a cause, a new spec, a new budget
 * @returns the run after the event; null if the event is not possible or another one came first
 */
export async function applyRunEvent(
  deps: StatusDeps,
  trx: Trx,
  run: Run,
  event: RunEvent,
  {
    cause,
    ...change
  }: Partial<Pick<Insertable<Database['runs']>, 'plan' | 'budget_usd'>> & { cause?: StoredCause } = {},
): Promise<Run | null> {
  const to = statusAfter(run.status, event)
  if (to === null) return null
  const now = deps.clock()
  const set = {
    ...change,
    status: to,
    ended_at: isEnded(to) ? now : null,
    ...(isRunning(to) && { cause: null, finding: null, stopped_judges: null }),
    // a new spec needs a new plan
    ...(change.plan !== undefined && { planned_at: null }),
    ...(cause && { cause: cause.cause, finding: cause.finding && JSON.stringify(cause.finding) }),
  }
  const changed = await trx
    .updateTable('runs')
    .set(set)
    .where('arena_id', '=', run.arena_id)
    .where('id', '=', run.id)
    .where('status', '=', run.status)
    .returningAll()
    .executeTakeFirst()
  if (!changed) return null
  if (isRunning(to)) await addJob(trx, advanceJob(run.arena_id, run.id))
  else {
    await deps.kinds.of(changed).afterStop(deps, trx, changed, event, now)
    await notifyOfStop(deps, trx, changed, event, now)
  }
  const act = AUDITED[event]
  if (act) await recordAct(trx, deps, run.arena_id, act, { run: run.id, spentUsd: run.spent_usd })
  return changed
}

/** The stops that operators have a notice of. What an operator stopped has none. */
const NOTICED: Partial<Record<RunEvent, Exclude<NoticeEvent, 'decided'>>> = {
  finish: 'run_finished',
  block: 'run_stopped',
  reject: 'run_stopped',
  exhaust: 'budget_spent',
}

async function notifyOfStop(deps: StatusDeps, trx: Trx, run: Run, event: RunEvent, at: Date): Promise<void> {
  const noticed = NOTICED[event]
  // a comparison or a challenge finishes a run for each of its batches
  if (!noticed || (event === 'finish' && isOfPart(deps, run))) return
  const arena = (await arenaById(trx, run.arena_id))!
  const { title } = arena
  const { spent_usd: spent, budget_usd: budget } = run
  const text = {
    run_finished: msg('notice_run_finished', { title, spent }),
    run_stopped: msg('notice_run_stopped', { title, spent, why: causeOfRun(run) ?? '' }),
    budget_spent: msg('notice_budget_spent', { title, spent, budget }),
  }[noticed]
  for (const { notify } of deps.services.hooks) await notify?.(deps, trx, { event: noticed, arena, at, text })
}

function isOfPart({ kinds }: StatusDeps, run: Run): boolean {
  const kind = kinds.of(run)
  const { spec } = readSpec(kind, run)
  return spec !== null && kind.scope(spec) !== null
}

/** Starts a run, with its job. The caller must have locked the arena's runs. */
export async function insertRunning(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  row: Pick<Insertable<Database['runs']>, 'arena_id' | 'kind' | 'plan' | 'budget_usd'>,
): Promise<Run> {
  const run = await requireRow<Run>(trx)`
    insert into runs (arena_id, kind, plan, budget_usd, status, started_at)
    values (${row.arena_id}, ${row.kind}, ${row.plan}, ${row.budget_usd}, 'running', ${clock()}) returning *`
  await addJob(trx, advanceJob(run.arena_id, run.id))
  return run
}

/**
 * Ends the stopped run of a series, and the series with it, to make room for other work. What it paid for stays, and
 * the series continues from there when it is started again. The caller must have locked the arena's runs.
 * @param latest  the arena's latest run
 * @throws {ProblemError} challenge_under_way if the series is still running
 */
export async function supersedeOpen(
  deps: StatusDeps,
  trx: Trx,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  latest: Run | undefined,
): Promise<void> {
  const stopped = latest && isOpen(latest.status) && deps.kinds.of(latest).series ? latest : undefined
  // between two runs of a series, no run is open
  if ((await isSeriesOpen(deps, trx, id)) && (!stopped || isRunning(stopped.status)))
    throw new ProblemError('challenge_under_way', msg('challenge_under_way', { arena: slug }))
  if (stopped) await applyRunEvent(deps, trx, stopped, 'supersede')
}

/** Whether a series of the arena is open. */
export async function isSeriesOpen(
  { kinds }: Pick<RunDeps, 'kinds'>,
  trx: Trx,
  arenaId: number,
): Promise<boolean> {
  for (const series of kinds.series) if (await series.isOpen(trx, arenaId)) return true
  return false
}
