/**
 * Voting outlasts a failover: a draw, or a vote, which a battle takes once, waits until the database is back, and is made
 * again. What only reads is answered with an error meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOutage } from './database-url.ts'
import type { Db } from '../schema.ts'

/** How long a request waits. Proxies and browsers wait longer. */
const PATIENCE_MS = 10_000
const POLL_EVERY_MS = 200
const POLL_LATER_MS = 1000
/** Requests that wait at once; others are refused, so that a long outage needs no memory. */
const MAX_WAITING = 1000
/** Some connections of the pool may break one after another. */
const TRIES = 5

export interface Outages {
  /**
   * Resolves to true when the database takes writes; to false if it has been away too long, too many requests wait, or
   * the server stops.
   */
  end(): Promise<boolean>
}

/**
 * @param db connections that lead to the primary
 * @param patienceMs how long an outage may last; 0: nobody waits
 */
export function openOutages(db: Db, stopping: AbortSignal, patienceMs = PATIENCE_MS): Outages {
  let outage: Promise<boolean> | null = null
  let waiting = 0

  function begin(): Promise<boolean> {
    const start = performance.now()
    const isPatient = () => performance.now() - start < patienceMs
    return new Promise((resolve) => {
      const waitForWrites = async () => {
        while (!stopping.aborted && !(await takesWrites(db))) {
          if (!isPatient()) resolve(false)
          await sleep(isPatient() ? POLL_EVERY_MS : POLL_LATER_MS, null, { ref: false })
        }
        outage = null
        resolve(!stopping.aborted)
      }
      void waitForWrites()
      stopping.addEventListener('abort', () => resolve(false), { once: true })
    })
  }

  return {
    async end() {
      if (patienceMs === 0 || stopping.aborted || waiting >= MAX_WAITING) return false
      waiting++
      try {
        return await (outage ??= begin())
      } finally {
        waiting--
      }
    },
  }
}

/**
 * Runs work that may be repeated again if the database went away and came back.
 * @throws what `work` throws otherwise
 */
export async function outlasting<Result>(outages: Outages, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= TRIES || !isOutage(error as Error) || !(await outages.end())) throw error
    }
  }
}

const takesWrites = (db: Db): Promise<boolean> =>
  sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db).then(
    ({ rows }) => !rows[0].standby,
    () => false,
  )
