import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { LatestValues } from './latest-values.ts'
import { published, type Publication } from '../platform/postgres/publishing.ts'
import { dataVersionOf } from './data-version.ts'
import type { CountedPairs } from './rating-thread.ts'
import { humanView } from './human-view.ts'
import { pairsFromStore, storeState } from './rating-threads.ts'
import { inSlot } from './in-slot.ts'
import type { ArenaView } from './arena-view.ts'

/** What the pairs of all views may take: those of seven views in which 1,000 contestants met all others. */
const MOST_BYTES = 128 * 2 ** 20

const cacheByDatabase = new WeakMap<object, LatestValues<CountedPairs>>()

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
  const publication = await published(deps)
  const dataVersion = dataVersionOf(await storeState(deps, arena.id, publication), view)
  const cache = cacheByDatabase.get(deps.db) ?? new LatestValues<CountedPairs>(MOST_BYTES, bytesOf)
  cacheByDatabase.set(deps.db, cache)
  return cache.get(`${arena.id} ${view.key}`, dataVersion, () => count(deps, arena, view, publication))
}

function bytesOf({ contestants, first, second, firstWins, secondWins, ties, bothBad }: CountedPairs): number {
  const columns = [first, second, firstWins, secondWins, ties, bothBad]
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 100 * contestants.length)
}

/** A view that is not tracked is counted from scratch, one at a time. */
const count = (
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  publication: Publication | null,
): Promise<CountedPairs> =>
  inSlot(deps, arena, view, (isTracked) =>
    pairsFromStore(deps, arena.id, publication, { pairsOf: view, isTracked }),
  )
