/** What tests of backups share: empty databases, the commands on a database, and everything in it. */
import { sql } from 'kysely'
import type { OpenDatabase } from '../../../server/platform/postgres/database.ts'
import { deadheatHere, type Ran } from '../../scripts/deadheat.ts'
import { createTestDatabase } from '../../support/database.ts'

/** A database without any table. */
export async function emptyDatabase(): Promise<OpenDatabase> {
  const database = await createTestDatabase()
  await sql`drop schema public cascade`.execute(database.db)
  await sql`drop schema if exists graphile_worker cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  return database
}

/** Runs `db backup FILE` or `db restore FILE` on this database. */
export const runOn = (
  { connectionString }: OpenDatabase,
  command: 'backup' | 'restore',
  ...args: string[]
): Promise<Ran> => deadheatHere(['db', command, ...args], { env: { DATABASE_URL: connectionString } })

/** Every row of every table as text, sorted, with the sequences and the jobs that wait; empty without tables. */
export async function contentOf({ db }: Pick<OpenDatabase, 'db'>): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'kysely_migration'
    order by relname`.execute(db)
  const content: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t order by 1`.execute(db)
    content[name] = rows.map(({ row }) => row)
  }
  const sequences = await sql<{ row: string }>`
    select sequencename || ' ' || last_value as row from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`.execute(db)
  if (tables.rows.length > 0) content['sequences'] = sequences.rows.map(({ row }) => row)
  const queue = await sql<{ found: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as found`.execute(db)
  if (!queue.rows[0].found) return content
  const jobs = await sql<{ row: string }>`
    select (tasks.identifier, queues.queue_name, payload, run_at, max_attempts, key, priority, flags)::text as row
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    left join graphile_worker._private_job_queues queues on queues.id = job_queue_id order by jobs.id`.execute(
    db,
  )
  content['jobs'] = jobs.rows.map(({ row }) => row)
  return content
}
