import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database, RunTable } from '../../platform/schema.ts'

export type Run = Selectable<RunTable>
export type RunStatus = Run['status']

export const selectRun = (db: Kysely<Database>, arenaId: number, id: number): Promise<Run | undefined> =>
  db.selectFrom('runs').selectAll().where('arena_id', '=', arenaId).where('id', '=', id).executeTakeFirst()

export const selectLatestRun = (db: Kysely<Database>, arenaId: number): Promise<Run | undefined> =>
  db
    .selectFrom('runs')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The latest run of the arena, which nobody else starts or changes until the transaction is over. */
export async function lockRuns(trx: Transaction<Database>, arenaId: number): Promise<Run | undefined> {
  await sql`select from arenas where id = ${arenaId} for no key update`.execute(trx)
  return selectLatestRun(trx, arenaId)
}

/** Open runs of all arenas by status, and the judgements that those which are running still have to make. */
export async function countOpenRuns(
  db: Kysely<Database>,
): Promise<{ running: number; paused: number; planned: number }> {
  const { rows } = await sql<{ running: number; paused: number; planned: number }>`
    select count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'paused')::int as paused,
      coalesce(sum((select count(*) from judgements j
        where j.arena_id = runs.arena_id and j.run_id = runs.id and j.status = 'planned'))
        filter (where status = 'running'), 0)::int as planned
    from runs where status in ('running', 'paused')`.execute(db)
  return rows[0]!
}

export const insertRun = (trx: Transaction<Database>, run: Insertable<RunTable>): Promise<Run> =>
  trx.insertInto('runs').values(run).returningAll().executeTakeFirstOrThrow()

/** Changes a run that has one of these statuses; undefined where it has another. */
export const updateRun = (
  db: Kysely<Database>,
  arenaId: number,
  id: number,
  from: readonly RunStatus[],
  change: Partial<
    Pick<Insertable<RunTable>, 'status' | 'ended_at' | 'cause' | 'plan' | 'budget_usd' | 'planned_at'>
  >,
): Promise<Run | undefined> =>
  db
    .updateTable('runs')
    .set(change)
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

/** What all runs on these two alone have cost. */
export async function sumSpentOnPair(
  db: Kysely<Database>,
  arenaId: number,
  contestants: readonly [number, number],
): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(spent_usd), 0)::float8 as spent from runs
    where arena_id = ${arenaId} and plan->'only'->'contestants' = ${JSON.stringify(contestants)}::jsonb`.execute(
    db,
  )
  return rows[0]!.spent
}

/** Ends the run for want of money, unless calls under way may still give some back. */
export async function endForBudget(
  db: Kysely<Database>,
  arenaId: number,
  id: number,
  mostUsd: number,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update runs set status = 'budget_reached', ended_at = ${at}::timestamptz
    where arena_id = ${arenaId} and id = ${id} and status = 'running' and spent_usd + ${mostUsd} > budget_usd
      and not exists (select from calls c where c.arena_id = runs.arena_id and c.run_id = runs.id and c.status = 'under_way')`.execute(
    db,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Hands judgements that were planned and not reached to this run: those of which an order is paid for stay, the others
 * go, to be planned anew. Of a version that is no longer asked none stays. Pairs left out that no plan came to go too.
 */
export async function takeOverPlanned(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  at: Date,
): Promise<void> {
  await sql`
    delete from judgements j where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null
      and not exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id)`.execute(
    trx,
  )
  await sql`delete from left_out_pairs where arena_id = ${arenaId} and counted_at is null`.execute(trx)
  await sql`
    update judgements j set run_id = ${runId}
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null`.execute(trx)
  await sql`
    update judgements j set status = 'failed', cause = ${SUPERSEDED}, finished_at = ${at}::timestamptz
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and not (g.active and g.version_sha256 = v.sha256)`.execute(trx)
}

/** Why a judgement failed whose judge is asked no more, in another version, or not on this prompt: no fault, and not counted as one. */
export const SUPERSEDED = 'superseded'

/**
 * Gives judgements that failed for good another chance, in this run: they are planned anew, and what was tried before
 * counts no more.
 * @returns how many
 */
export async function reviveFailed(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update judgements j set status = 'planned', cause = null, finished_at = null, attempts = 0, run_id = ${runId},
      planned_at = ${at}::timestamptz
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and g.active and g.version_sha256 = v.sha256`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * How many runs are running, and the most calls at once that their providers take together; null where nothing runs.
 * @param usual where an arena does not say
 * @param atOnce to each, instead of what arenas say
 */
export async function selectRunning(
  db: Kysely<Database>,
  usual: number,
  atOnce: number | null,
): Promise<{ runs: number; atOnce: number } | null> {
  const { rows } = await sql<{ runs: number; atOnce: number }>`
    select (select count(*)::int from runs where status = 'running') as runs,
      coalesce(sum(at_once), 0)::int as "atOnce"
    from (select max(coalesce(${atOnce}::integer, p.concurrency, ${usual}::integer)) as at_once
      from runs r join providers p on p.arena_id = r.arena_id
      where r.status = 'running' group by p.type, p.base_url, p.api_key_env) as endpoints`.execute(db)
  return rows[0]!.runs === 0 ? null : rows[0]!
}
