import type { History } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { Lru } from '../platform/lru.ts'
import type { Deps } from '../platform/deps.ts'
import { selectHistory } from './history-queries.ts'
import { selectLastFinishedId } from './snapshot-queries.ts'
import type { ArenaView } from './arena-view.ts'

/** The cache holds the histories of this many views, each until its next board. */
const CACHED_VIEWS = 32

export interface BoardHistory {
  points: History['points']
}

interface CachedHistory {
  newest: number | null
  history: Promise<BoardHistory>
}

const cacheByDatabase = new WeakMap<object, Lru<CachedHistory>>()

/**
 * The stored boards of a view, oldest first. Returns the same object until the next board. A view that is not tracked
 * has only boards that were requested.
 */
export async function boardHistory(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  view: ArenaView,
): Promise<BoardHistory> {
  const newest = await selectLastFinishedId(db, arena.id, view.key)
  const cache = cacheByDatabase.get(db) ?? new Lru<CachedHistory>(CACHED_VIEWS)
  cacheByDatabase.set(db, cache)
  const key = `${arena.id} ${view.key}`
  const cached = cache.get(key)
  if (cached?.newest === newest) return cached.history
  const history = selectHistory(db, arena.id, view.key).then((points) => ({ points }))
  const entry = { newest, history }
  cache.set(key, entry)
  history.catch(() => cache.get(key) === entry && cache.delete(key))
  return history
}
