import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { RunTable } from './tables.ts'
import { isOccupying, isRunning, statusesThat } from './run-machine.ts'
import type { RunStatus } from './run-machine.ts'

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

/** The ids of those of these runs that are running. */
export async function selectStillRunning(
  db: Kysely<Database>,
  runs: readonly { arenaId: number; runId: number }[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where(
      'arena_id',
      'in',
      runs.map(({ arenaId }) => arenaId),
    )
    .where(
      'id',
      'in',
      runs.map(({ runId }) => runId),
    )
    .where('status', 'in', statusesThat(isRunning))
    .execute()
  return rows.map(({ id }) => id)
}

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

/**
 * Locks and returns the run if its budget does not cover a call of at most `mostUsd` US dollars.
 * Returns undefined otherwise, or if a call under way may still free more.
 */
export const lockExhausted = (
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  mostUsd: number,
): Promise<Run | undefined> =>
  trx
    .selectFrom('runs')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .where(sql<boolean>`spent_usd + ${mostUsd} > budget_usd`)
    .where(
      sql<boolean>`not exists (select from calls c
        where c.arena_id = runs.arena_id and c.run_id = runs.id and c.status = 'under_way')`,
    )
    .forUpdate()
    .executeTakeFirst()

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

/**
 * How many runs are running, and the sum of concurrent calls that their providers allow; null if none is running.
 * @param usual  concurrent calls of a provider without a setting
 * @param atOnce  concurrent calls of each provider, in place of the arenas' settings
 */
export async function selectRunning(
  db: Kysely<Database>,
  usual: number,
  atOnce: number | null,
): Promise<{ runs: number; atOnce: number } | null> {
  const { rows } = await sql<{ runs: number; atOnce: number }>`
    select (select count(*)::int from runs where status in (${sqlStatuses(isRunning)})) as runs,
      coalesce(sum(at_once), 0)::int as "atOnce"
    from (select max(coalesce(${atOnce}::integer, p.concurrency, ${usual}::integer)) as at_once
      from runs r join providers p on p.arena_id = r.arena_id
      where r.status in (${sqlStatuses(isRunning)}) group by p.type, p.base_url, p.api_key_env, p.options) as endpoints`.execute(
    db,
  )
  return rows[0].runs === 0 ? null : rows[0]
}
