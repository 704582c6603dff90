import { type Insertable, type Kysely, type Selectable, type Transaction, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { RunTable } from './tables.ts'
import { isOccupying, isRunning, statusesThat, type RunStatus } from './run-machine.ts'

export type Run = Selectable<RunTable>

/** The statuses for which a predicate holds, as a list in SQL. */
export const sqlStatuses = (holds: (status: RunStatus) => boolean) =>
  sql.join(statusesThat(holds).map((status) => sql.lit(status)))

export const selectRun = (db: Kysely<Database>, arenaId: number, id: number): Promise<Run | undefined> =>
  db.selectFrom('runs').selectAll().where('arena_id', '=', arenaId).where('id', '=', id).executeTakeFirst()

/** The run, whose status cannot change until the end of the transaction. Many may hold it at once. */
export const holdRun = (trx: Transaction<Database>, arenaId: number, id: number): Promise<Run | undefined> =>
  trx
    .selectFrom('runs')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

export const selectLatestRun = (db: Kysely<Database>, arenaId: number): Promise<Run | undefined> =>
  db
    .selectFrom('runs')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Locks the arena's runs until the end of the transaction. @returns the latest run */
export async function lockRuns(trx: Transaction<Database>, arenaId: number): Promise<Run | undefined> {
  await sql`select from arenas where id = ${arenaId} for no key update`.execute(trx)
  return selectLatestRun(trx, arenaId)
}

/** How many runs of all arenas are running or paused. */
export async function countOpenRuns(db: Kysely<Database>): Promise<{ running: number; paused: number }> {
  const { rows } = await sql<{ running: number; paused: number }>`
    select count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'paused')::int as paused
    from runs where status in (${sqlStatuses(isOccupying)})`.execute(db)
  return rows[0]
}

/** Records that the plan of a running run is complete, unless its spec was changed since it was read. */
export async function markPlanned(
  trx: Transaction<Database>,
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
  trx: Transaction<Database>,
  { arena_id, id }: Pick<Run, 'arena_id' | 'id'>,
  change: Partial<Pick<Insertable<RunTable>, 'plan' | 'budget_usd'>>,
): Promise<Run> =>
  trx
    .updateTable('runs')
    .set(change)
    .where('arena_id', '=', arena_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
