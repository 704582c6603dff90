/** What the catalogue of Postgres says about the tables of a backup. */
import { escapeIdentifier } from 'pg'
import type { ClientBase } from 'pg'

export interface StoredTable {
  name: string
  /** Without generated columns, which Postgres computes itself. */
  columns: string[]
  /** Bytes on disk, for the progress. */
  size: number
  /** Other tables that its foreign keys name. */
  refersTo: string[]
}

/** The tables of Deadheat, each after those that it refers to: all of the owner of the migrations, without theirs. */
export async function storedTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select t.relname as name, pg_table_size(t.oid)::float8 as size,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = t.oid and f.contype = 'f' and r.oid <> t.oid) as "refersTo"
    from pg_class t
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
      and t.relowner = (select relowner from pg_class where oid = 'kysely_migration'::regclass)
      and t.relname not in ('kysely_migration', 'kysely_migration_lock')
    order by t.relname`)
  return inOrder(rows)
}

/** @throws {Error} if tables refer to each other in a circle, which no migration may make */
function inOrder(tables: StoredTable[]): StoredTable[] {
  const names = new Set(tables.map(({ name }) => name))
  const done = new Set<string>()
  const sorted: StoredTable[] = []
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      ({ name, refersTo }) =>
        !done.has(name) && refersTo.every((other) => done.has(other) || !names.has(other)),
    )
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.')
    for (const table of ready) done.add(table.name)
    sorted.push(...ready)
  }
  return sorted
}

export async function usedSequences(client: ClientBase): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`)
  return rows
}

/** The first thing in the way of a restore, or null if the database is empty. */
export async function firstContent(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname <> 'arenas', c.relname limit 1`)
  return rows[0]?.name ?? null
}

export async function hasJobs(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as found`,
  )
  return rows[0].found
}

/** The name of the queue if a job is in it, otherwise null. */
export async function firstJob(client: ClientBase): Promise<string | null> {
  const { rowCount } = await client.query('select from graphile_worker._private_jobs limit 1')
  return rowCount ? 'graphile_worker.jobs' : null
}

/** For the current transaction: a role may have limits that suit its short queries. */
export const NO_TIME_LIMITS =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** For the transaction of a backup: values are written so that every server reads them alike. */
export const SAME_TEXT_EVERYWHERE = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 1; ${NO_TIME_LIMITS}`

/** The columns of a waiting job, as graphile_worker.add_jobs takes them. */
export const JOB_COLUMNS = [
  'task',
  'payload',
  'queue',
  'run_at',
  'max_attempts',
  'key',
  'priority',
  'flags',
] as const

/** Jobs that wait or run. A job that runs is to run again after a restore; all jobs may run twice. */
export const WAITING_JOBS = `
  select tasks.identifier as task, jobs.payload, queues.queue_name as queue, jobs.run_at, jobs.max_attempts, jobs.key,
    jobs.priority, case when jobs.flags is null then null else array(select jsonb_object_keys(jobs.flags)) end as flags
  from graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
  where jobs.attempts < jobs.max_attempts
  order by jobs.id`

/** A table with its columns, as COPY takes them. */
export const namedColumns = (name: string, columns: readonly string[]): string =>
  `${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`

/** Makes the table that takes the waiting jobs of a backup, until the end of the transaction. */
export async function makeTableOfJobs(client: ClientBase, name: string): Promise<void> {
  await client.query(`create temporary table ${escapeIdentifier(name)} (task text, payload json, queue text,
    run_at timestamptz, max_attempts smallint, key text, priority smallint, flags text[],
    place integer generated always as identity) on commit drop`)
}

/** Queues the jobs of that table, in its order. */
export async function addWaitingJobs(client: ClientBase, name: string): Promise<void> {
  await client.query(`
    select graphile_worker.add_jobs(specs) from (
      select array_agg(row(task, payload, queue, run_at, max_attempts, key, priority, flags)::graphile_worker.job_spec
        order by place) as specs
      from ${escapeIdentifier(name)}) as all_jobs
    where specs is not null`)
}
