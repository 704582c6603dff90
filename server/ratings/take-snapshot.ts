import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { boardFromStore } from './rating-threads.ts'
import { judgingWarnings } from './judging-warnings.ts'
import { selectChecksByContestant } from './queries.ts'
import { selectConfirmedWinner, selectSnapshot } from './snapshot-queries.ts'
import type { Snapshot } from './snapshot-queries.ts'
import { storeSnapshot } from './store-snapshot.ts'
import { acquireSlot } from './board-slots.ts'
import type { Priority } from './board-slots.ts'
import type { ArenaView } from './arena-view.ts'

const running = new WeakMap<object, Map<string, Promise<Snapshot>>>()

/**
 * Computes the view's board from the published votes, keeps it, and tells whoever watches the arena. Visitors and
 * jobs that want the same board of the same facts wait for one computation.
 * @param basis the state of the facts when it was asked for
 * @param priority `tracked`: a job keeps the view current, and goes first; `on request`: a visitor asked for it
 * @throws {ProblemError} too_many_requests when too many boards that were asked for are waiting
 */
export function takeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  basis: string,
  priority: Priority,
): Promise<Snapshot> {
  return once(deps, `${arena.id} ${basis} ${view.key}`, async () => {
    using _turn = await acquireSlot(priority)
    const stored = priority === 'tracked' ? undefined : await selectSnapshot(deps.db, arena.id, view.key)
    if (stored?.basis === basis) return stored
    return computeSnapshot(deps, arena, view, priority === 'tracked', false)
  })
}

/**
 * As `takeSnapshot` of a view that a job keeps current, but never long: a board that takes long is replaced by its
 * preview, which the caller sees to it that the board follows. Waits for no turn.
 */
export function takeQuickSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  basis: string,
): Promise<Snapshot> {
  return once(deps, `quick ${arena.id} ${basis} ${view.key}`, () =>
    computeSnapshot(deps, arena, view, true, true),
  )
}

function once(deps: Deps, key: string, compute: () => Promise<Snapshot>): Promise<Snapshot> {
  const ours = running.get(deps.db) ?? new Map<string, Promise<Snapshot>>()
  running.set(deps.db, ours)
  const promise = ours.get(key) ?? compute().finally(() => ours.delete(key))
  ours.set(key, promise)
  return promise
}

async function computeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  isTracked: boolean,
  isQuick: boolean,
): Promise<Snapshot> {
  const computedAt = deps.clock()
  const begun = performance.now()
  const until = publishedUntil(computedAt, deps.publishEvery)
  const preview = isQuick
    ? { confirmedWinner: await selectConfirmedWinner(deps.db, arena.id, view.key) }
    : null
  const judging = {
    warnings: await judgingWarnings(deps.db, arena.id, { ...view, until }),
    checks: await selectChecksByContestant(deps.db, arena.id),
  }
  const task = { slug: arena.slug, view, isTracked, computedAt, preview, judging }
  const { isPreview, ...computed } = await boardFromStore(deps, arena.id, until, task)
  const served = await storeSnapshot(deps, {
    arena_id: arena.id,
    view_key: view.key,
    kept: isTracked,
    preview: isPreview,
    computed_at: computedAt,
    ...computed,
  })
  const kind = isPreview ? 'preview' : 'board'
  deps.metrics.boardSeconds.add({ kind }, (performance.now() - begun) / 1000)
  return served
}
