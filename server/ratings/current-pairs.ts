import type { Arena } from '../arenas/index.ts'
import { Lru } from '../platform/lru.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { dataVersionOf } from './data-version.ts'
import type { CountedPairs } from './rating-thread.ts'
import { humanView } from './human-view.ts'
import { pairsFromStore, storeState } from './rating-threads.ts'
import { inSlot } from './in-slot.ts'
import type { ArenaView } from './arena-view.ts'

/** The cache holds the pairs of this many views, at their latest data version. */
const CACHED_VIEWS = 32

interface CachedPairs {
  dataVersion: string
  pairs: Promise<CountedPairs>
}

const cacheByDatabase = new WeakMap<object, Lru<CachedPairs>>()

/**
 * Who beat whom how often in the published votes of a view. For a view powered by judges only people's votes count.
 * Returns the same object while the votes are the same, so that callers can cache by it.
 * @throws {ProblemError} too_many_requests when too many views that are not tracked are being counted
 */
export async function currentPairs(
  deps: Deps,
  arena: Arena,
  requestedView: ArenaView,
): Promise<CountedPairs> {
  const view = humanView(requestedView)
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  const dataVersion = dataVersionOf(await storeState(deps, arena.id, until), view)
  const cache = cacheByDatabase.get(deps.db) ?? new Lru<CachedPairs>(CACHED_VIEWS)
  cacheByDatabase.set(deps.db, cache)
  const key = `${arena.id} ${view.key}`
  const cached = cache.get(key)
  if (cached?.dataVersion === dataVersion) return cached.pairs
  const pairs = count(deps, arena, view, until)
  const entry = { dataVersion, pairs }
  cache.set(key, entry)
  pairs.catch(() => cache.get(key) === entry && cache.delete(key))
  return pairs
}

/** A view that is not tracked is counted from scratch, one at a time. */
const count = (deps: Deps, arena: Arena, view: ArenaView, until: Date | null): Promise<CountedPairs> =>
  inSlot(deps, arena, view, (isTracked) =>
    pairsFromStore(deps, arena.id, until, { pairsOf: view, isTracked }),
  )
