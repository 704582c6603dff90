/** A run: its statuses, the events that change them, the meaning of each status, and how a stored run is read. */
import { stateAfter, type Transitions } from '../platform/state-machine.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Db, Trx } from '../platform/schema.ts'
import type { RunStatus } from '../../shared/contracts/index.ts'
import { queryRow, requireRow } from '../platform/postgres/query.ts'

export type Run = Selectable<Database['runs']>

export type RunEvent =
  /** The same work is requested again: the open run continues, with a new spec and budget. */
  | 'restart'
  /** An operator pauses it. */
  | 'pause'
  /** Only a person can help: a refused key, an empty account, an unknown model, or stopped judges alone are left. */
  | 'block'
  /** An operator lets a paused run continue. */
  | 'resume'
  /** The budget does not cover the next call. */
  | 'exhaust'
  /** The budget is raised above what was spent. */
  | 'raise_budget'
  /** An operator ends it. */
  | 'cancel'
  /** Other work takes its place. */
  | 'supersede'
  /** Its stored spec cannot be read. */
  | 'reject'
  /** Nothing is left to do. */
  | 'finish'

/** A run begins as `running`. A status without events is final. */
export const RUN_TRANSITIONS: Transitions<RunStatus, RunEvent> = {
  running: {
    restart: 'running',
    pause: 'paused',
    block: 'paused',
    exhaust: 'budget_reached',
    cancel: 'cancelled',
    supersede: 'cancelled',
    reject: 'cancelled',
    finish: 'done',
  },
  paused: { restart: 'running', resume: 'running', cancel: 'cancelled', supersede: 'cancelled' },
  budget_reached: {
    restart: 'running',
    raise_budget: 'running',
    cancel: 'cancelled',
    supersede: 'cancelled',
  },
  cancelled: {},
  done: {},
}

export const RUN_STATUSES = Object.keys(RUN_TRANSITIONS) as RunStatus[]

/** The status after an event; null if the event is not possible. */
export const statusAfter = (from: RunStatus, event: RunEvent): RunStatus | null =>
  stateAfter(RUN_TRANSITIONS, from, event)

/** Whether the run may continue: it is running, or something can make it run again. */
export const isOpen = (status: RunStatus): boolean => Object.keys(RUN_TRANSITIONS[status]).length > 0

/** Whether calls are made for the run. */
export const isRunning = (status: RunStatus): boolean => status === 'running'

/** Whether the run occupies its arena: at most one run of an arena is running or paused at a time. */
export const isOccupying = (status: RunStatus): boolean => status === 'running' || status === 'paused'

/** Whether a run with this status has a time at which it ended; a paused run has none. */
export const isEnded = (status: RunStatus): boolean => !isOccupying(status)

/** The statuses for which a predicate holds, for SQL. */
export const statusesThat = (holds: (status: RunStatus) => boolean): RunStatus[] => RUN_STATUSES.filter(holds)

export const sqlStatuses = (holds: (status: RunStatus) => boolean) =>
  sql.join(statusesThat(holds).map((status) => sql.lit(status)))

/** SQL: whether the row of `runs` has stopped this version of a judge. */
export const hasStopped = (version: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(runs.stopped_judges ? (${version})::text, false)`

export const selectRun = (db: Db, arenaId: number, id: number): Promise<Run | undefined> =>
  queryRow<Run | undefined>(db)`select * from runs where arena_id = ${arenaId} and id = ${id}`

/** The run, whose status cannot change until the end of the transaction. Many may hold it at once. */
export const holdRun = (trx: Trx, arenaId: number, id: number): Promise<Run | undefined> =>
  queryRow<Run | undefined>(trx)`select * from runs where arena_id = ${arenaId} and id = ${id} for share`

export const selectLatestRun = (db: Db, arenaId: number): Promise<Run | undefined> =>
  queryRow<Run | undefined>(db)`select * from runs where arena_id = ${arenaId} order by id desc limit 1`

/** Locks the arena's runs until the end of the transaction. @returns the latest run */
export async function lockRuns(trx: Trx, arenaId: number): Promise<Run | undefined> {
  await sql`select from arenas where id = ${arenaId} for no key update`.execute(trx)
  return selectLatestRun(trx, arenaId)
}

export const countOpenRuns = (db: Db): Promise<{ running: number; paused: number }> =>
  requireRow<{ running: number; paused: number }>(db)`
    select count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'paused')::int as paused
    from runs where status in (${sqlStatuses(isOccupying)})`

/** Records that the plan of a running run is complete, unless its spec was changed since it was read. */
export async function markPlanned(
  trx: Trx,
  { arena_id, id, plan }: Pick<Run, 'arena_id' | 'id' | 'plan'>,
  plannedAt: Date,
): Promise<void> {
  await sql`
    update runs set planned_at = ${plannedAt}::timestamptz
    where arena_id = ${arena_id} and id = ${id} and status in (${sqlStatuses(isRunning)})
      and plan = ${JSON.stringify(plan)}::jsonb`.execute(trx)
}

/** Changes a run's spec or budget; its status stays. */
export const updateRun = (
  trx: Trx,
  { arena_id, id }: Pick<Run, 'arena_id' | 'id'>,
  change: Partial<Pick<Insertable<Database['runs']>, 'plan' | 'budget_usd'>>,
): Promise<Run> =>
  trx
    .updateTable('runs')
    .set(change)
    .where('arena_id', '=', arena_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
