import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { dataVersionOf } from './data-version.ts'
import type { CountedPairs } from './rating-thread.ts'
import { humanView } from './human-view.ts'
import { pairsFromStore, storeState } from './rating-threads.ts'
import { inSlot } from './in-slot.ts'
import type { ArenaView } from './arena-view.ts'

/** The pairs of so many views are remembered, as of their latest basis. */
const REMEMBERED = 32

interface Remembered {
  basis: string
  pairs: Promise<CountedPairs>
}

const remembered = new WeakMap<object, Map<string, Remembered>>()

/**
 * Who beat whom how often among the published votes of a view; of one powered by judges, among people's. The same object for the same facts, so that what
 * follows from it can be remembered with it.
 * @throws {ProblemError} too_many_requests when too many views that no job keeps current are being counted
 */
export async function currentPairs(deps: Deps, arena: Arena, asked: ArenaView): Promise<CountedPairs> {
  const view = humanView(asked)
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  const basis = dataVersionOf(await storeState(deps, arena.id, until), view)
  const ours = remembered.get(deps.db) ?? new Map<string, Remembered>()
  remembered.set(deps.db, ours)
  const key = `${arena.id} ${view.key}`
  const there = ours.get(key)
  if (there?.basis === basis) return there.pairs
  const pairs = count(deps, arena, view, until)
  const entry = { basis, pairs }
  ours.delete(key)
  ours.set(key, entry)
  if (ours.size > REMEMBERED) ours.delete(ours.keys().next().value!)
  pairs.catch(() => ours.get(key) === entry && ours.delete(key))
  return pairs
}

/** A view that no job keeps current is counted from scratch, one at a time. */
const count = (deps: Deps, arena: Arena, view: ArenaView, until: Date | null): Promise<CountedPairs> =>
  inSlot(deps, arena, view, (isTracked) =>
    pairsFromStore(deps, arena.id, until, { pairsOf: view, isTracked }),
  )
