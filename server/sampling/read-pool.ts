/** The pool of an arena in memory, read again after a change of the arena. */
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { gatherPool } from './pool.ts'
import type { Pool } from './pool.ts'
import { poolRows } from './queries.ts'

/** Nobody waits for a pool of more answers. */
export const MANY_ANSWERS = 20_000

interface Reading {
  /** Of the arena, when the reading began. */
  revision: number
  pool: Promise<Pool>
  /** The pool, or null once more than `MANY_ANSWERS` were read. */
  poolOrMany: Promise<Pool | null>
  isOver: boolean
}

const readings = new WeakMap<object, Map<number, Reading>>()

type Asked = Pick<Arena, 'id' | 'revision'>

/** The arena's pool. Millions of answers take many seconds. */
export async function poolAt(deps: Pick<Deps, 'db'>, arena: Asked): Promise<Pool> {
  for (;;) {
    const reading = readingOf(deps, arena)
    const pool = await reading.pool
    if (reading.revision >= arena.revision) return pool
  }
}

/** The arena's pool; null while one of many answers is read. */
export async function poolIfRead(deps: Pick<Deps, 'db'>, arena: Asked): Promise<Pool | null> {
  for (;;) {
    const reading = readingOf(deps, arena)
    const pool = await (reading.isOver ? reading.pool : reading.poolOrMany)
    if (pool === null || reading.revision >= arena.revision) return pool
  }
}

/** The newest reading. Another one begins only after it, so that frequent changes do not make many at once. */
function readingOf({ db }: Pick<Deps, 'db'>, { id, revision }: Asked): Reading {
  const byArena = readings.get(db) ?? new Map<number, Reading>()
  readings.set(db, byArena)
  const newest = byArena.get(id)
  if (newest && (!newest.isOver || newest.revision >= revision)) return newest
  const many = Promise.withResolvers<null>()
  const pool = read()
  // one race for all draws: a promise that stays pending keeps what each race leaves on it
  const reading: Reading = { revision, pool, poolOrMany: Promise.race([pool, many.promise]), isOver: false }
  byArena.set(id, reading)
  reading.pool.catch(() => byArena.delete(id))
  // those who wait for it hear of a failure
  reading.poolOrMany.catch(() => {})
  return reading

  async function read(): Promise<Pool> {
    const pool = await gatherPool(poolRows(db, id), (answers) => {
      if (answers > MANY_ANSWERS) many.resolve(null)
    })
    reading.isOver = true
    return pool
  }
}
