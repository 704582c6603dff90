import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { gatherPool } from './pool.ts'
import type { Pool } from './pool.ts'
import { poolRows, selectSeenPairs } from './queries.ts'
import { canMeet, samplePair } from './sample-pair.ts'
import type { Draw } from './sample-pair.ts'
import { msg } from '../../shared/messages/index.ts'

const pools = new WeakMap<object, Map<number, { revision: number; pool: Promise<Pool> }>>()

/** The arena's pool, read once per revision of the arena. */
function poolAt({ db }: Pick<Deps, 'db'>, { id, revision }: Arena): Promise<Pool> {
  const byArena = pools.get(db) ?? new Map<number, { revision: number; pool: Promise<Pool> }>()
  pools.set(db, byArena)
  const kept = byArena.get(id)
  if (kept?.revision === revision) return kept.pool
  const pool = gatherPool(poolRows(db, id))
  byArena.set(id, { revision, pool })
  pool.catch(() => byArena.delete(id))
  return pool
}

/**
 * Draws the next pair and prompt for this voter.
 * @throws {ProblemError} arena_not_ready when no two contestants can meet; nothing_left_to_vote_on when this voter has seen every pair
 */
export async function drawBattle(
  deps: Pick<Deps, 'db' | 'random'>,
  arena: Arena,
  voter: string,
): Promise<Draw> {
  const [pool, seen] = await Promise.all([poolAt(deps, arena), selectSeenPairs(deps.db, arena.id, voter)])
  const draw = samplePair(pool, seen, deps.random)
  if (draw) return draw
  if (canMeet(pool)) throw new ProblemError('nothing_left_to_vote_on', msg('all_pairs_seen'))
  throw new ProblemError('arena_not_ready', msg('arena_without_pairs', { arena: arena.slug }))
}
