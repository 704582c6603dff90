/** Statements that take long, and what they wait for, as Postgres tells it. */
import { queryRows } from './query.ts'
import type { Log } from '../log.ts'
import type { Db } from '../schema.ts'

export interface LongStatement {
  /** The process of Postgres that works on it. */
  pid: number
  seconds: number
  /** How it begins, without its values. */
  statement: string
  /** The sessions whose locks it waits for; null: it works. */
  waitsFor: string | null
}

/**
 * Statements of Deadheat in this database that have been at work for so long, of all processes or of one session.
 * @param seconds since their start
 * @param session the process of Postgres to look at alone
 */
export const longStatements = (
  db: Db,
  seconds: number,
  session: number | null = null,
): Promise<LongStatement[]> =>
  queryRows<LongStatement>(db)`
    select a.pid, extract(epoch from clock_timestamp() - a.query_start)::int as seconds,
      left(trim(regexp_replace(a.query, '\\s+', ' ', 'g')), 100) as statement,
      (select string_agg(format('process %s of Postgres ("%s")', b.pid, coalesce(nullif(b.application_name, ''), b.usename)),
          ', ' order by b.pid)
        from pg_stat_activity b where b.pid = any (pg_blocking_pids(a.pid))) as "waitsFor"
    from pg_stat_activity a
    where a.datname = current_database() and a.usename = current_user and a.application_name like 'deadheat%'
      and a.state = 'active' and a.pid <> pg_backend_pid() and (${session}::integer is null or a.pid = ${session})
      and a.query_start <= clock_timestamp() - ${seconds} * interval '1 second'
    order by a.query_start`

/**
 * Puts long statements into the log, until the returned function is called.
 * @param after seconds after which a statement is in the log; then again whenever its time has doubled
 */
export function watchStatements(
  db: Db,
  log: Log,
  { everyMs = 30_000, after = 60 }: { everyMs?: number; after?: number } = {},
): () => void {
  let reportedBefore = new Map<string, number>()
  const reportStatements = async () => {
    const reported = new Map<string, number>()
    for (const long of await longStatements(db, after)) {
      const key = `${long.pid} ${long.statement}`
      const before = reportedBefore.get(key) ?? 0
      const isDue = long.seconds < before || long.seconds >= 2 * before
      if (isDue) log.warn(long, 'a statement takes long')
      reported.set(key, isDue ? long.seconds : before)
    }
    reportedBefore = reported
  }
  // without a database there is nothing to see, and others report it
  const timer = setInterval(() => void reportStatements().catch(() => {}), everyMs).unref()
  return () => clearInterval(timer)
}
