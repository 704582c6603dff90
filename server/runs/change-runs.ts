import type { Kysely, Transaction } from 'kysely'
import { Mutex } from '../platform/mutex.ts'
import type { Database } from '../platform/schema.ts'
import { lockRuns } from './run-queries.ts'
import type { Run } from './run-queries.ts'

const turns = new WeakMap<Kysely<Database>, Map<number, Mutex>>()

/**
 * Runs tasks of operators on one arena of this process one at a time. They would wait for each other in the database
 * anyway, each with a connection that pages need.
 */
export function inTurn<Result>(
  db: Kysely<Database>,
  arenaId: number,
  task: () => Promise<Result>,
): Promise<Result> {
  const ofArenas = turns.get(db) ?? new Map<number, Mutex>()
  const ofArena = ofArenas.get(arenaId) ?? new Mutex()
  turns.set(db, ofArenas.set(arenaId, ofArena))
  return ofArena.run(task)
}

/** Changes runs of an arena in one transaction, which holds the lock of the arena's runs. `latest` is its latest run. */
export const changeRuns = <Result>(
  db: Kysely<Database>,
  arenaId: number,
  change: (trx: Transaction<Database>, latest: Run | undefined) => Promise<Result>,
): Promise<Result> =>
  inTurn(db, arenaId, () =>
    db.transaction().execute(async (trx) => change(trx, await lockRuns(trx, arenaId))),
  )
