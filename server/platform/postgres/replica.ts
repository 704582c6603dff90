/**
 * A streaming standby that answers reads which may be a few seconds old. While it is away, or too far behind, the
 * primary answers them.
 */
import { isConnectionError } from './database-url.ts'
import type { OpenDatabase, SecondPool } from './database.ts'
import type { Log } from '../log.ts'
import { ProblemError } from '../problem.ts'
import type { Db } from '../schema.ts'

/** How far the standby may be behind, in seconds. */
const MOST_LAG_SECONDS = 10
const LOOK_EVERY_MS = 1000
/** A query on a standby that waits too long for rows that the primary removed. */
const CONFLICT = new Set(['40001', '40P01'])

const WRITTEN = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at`
const REPLAYED = `
  select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as at,
    (select value from secrets where name = 'tickets') as secret
  where pg_is_in_recovery()`

export interface Replica {
  /** Seconds that the standby is behind; null if there is none, or it does not answer or is none of this database. */
  lag(): number | null
  /**
   * Reads from the standby if it is near enough, else from the primary. The primary is also asked if the standby fails,
   * or lacks what is asked for: it may have been made a moment ago.
   * @param read must not write
   */
  read<Read>(primary: Db, read: (db: Db) => Promise<Read>): Promise<Read>
  close(): Promise<void>
}

/** How far a standby is; null if it is none. Its connection is closed then: the next one may find another host. */
async function askStandby({ pool }: SecondPool): Promise<{ at: number; secret: Buffer | null } | null> {
  const client = await pool.connect()
  let answer: { at: number; secret: Buffer | null } | null = null
  try {
    const { rows } = await client.query<{ at: number; secret: Buffer | null }>(REPLAYED)
    return (answer = rows[0] ?? null)
  } finally {
    client.release(answer === null)
  }
}

/** No standby: the primary answers every read. */
export const NO_REPLICA: Replica = {
  lag: () => null,
  read: (primary, read) => read(primary),
  async close() {},
}

/**
 * Compares once a second how far the primary has written and the standby has replayed. So no clock but this process's
 * own counts.
 * @param standby its pool, which is closed with the replica
 * @param secret the shared secret, by which the standby is known to be one of this database
 */
export async function openReplica(
  { pool }: Pick<OpenDatabase, 'pool'>,
  standby: SecondPool,
  secret: Buffer,
  log: Log,
): Promise<Replica> {
  /** When the primary had written up to which place, oldest first. */
  let written: { at: number; time: number }[] = []
  let seenAt: number | null = null
  let isUsed: boolean | null = null

  async function look(): Promise<void> {
    const time = performance.now()
    const [primary, replayed] = await Promise.all([
      pool.query<{ at: number }>(WRITTEN).catch(() => null),
      askStandby(standby).catch(() => null),
    ])
    if (primary) written.push({ at: primary.rows[0].at, time })
    if (replayed?.secret?.equals(secret)) {
      const passed = written.filter(({ at }) => at <= replayed.at)
      seenAt = passed.at(-1)?.time ?? seenAt
      written = written.filter(({ time: then }) => then >= (seenAt ?? 0)).slice(-600)
    } else seenAt = null
    say()
  }

  const lag = () => (seenAt === null ? null : (performance.now() - seenAt) / 1000)
  const isNear = () => (lag() ?? Infinity) <= MOST_LAG_SECONDS

  function say(): void {
    if (isUsed === isNear()) return
    isUsed = isNear()
    if (isUsed) log.info('the database of DATABASE_READ_URL answers reads')
    else
      log.warn(
        { lag: lag() },
        'the database of DATABASE_READ_URL is away, too far behind, or no standby of DATABASE_URL; the primary answers its reads',
      )
  }

  await look()
  let looking = Promise.resolve()
  const timer = setInterval(() => (looking = looking.then(look)), LOOK_EVERY_MS)
  return {
    lag,
    async read(primary, read) {
      if (!isNear()) return read(primary)
      try {
        return await read(standby.db)
      } catch (error) {
        const failure = error as Error & { code?: unknown }
        if (isConnectionError(failure)) seenAt = null
        else if (!(error instanceof ProblemError) && !CONFLICT.has(String(failure.code))) throw error
        return read(primary)
      }
    },
    async close() {
      clearInterval(timer)
      await looking
      await standby.close()
    },
  }
}
