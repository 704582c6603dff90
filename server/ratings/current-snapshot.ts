import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { dataVersionOf, isOfRevision } from './data-version.ts'
import type { DataState } from './data-version.ts'
import { storeState } from './rating-threads.ts'
import { refreshBoard } from './refresh-board.ts'
import { selectSnapshot } from './snapshot-queries.ts'
import type { Snapshot } from './snapshot-queries.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { trackedViews } from './tracked-views.ts'
import type { ArenaView } from './arena-view.ts'

/**
 * The published board of a view. The board of a tracked view is served as stored, unless contestants or texts have
 * changed. The board of any other view is computed when its data version has changed. The result may be a preview, also
 * of the first board of a tracked view, which shares the computation of the job.
 */
export async function currentSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const snapshot = await selectSnapshot(deps.db, arena.id, view.key)
  if (snapshot?.kept && isOfRevision(snapshot.basis, arena, view)) return snapshot
  const state = await publishedState(deps, arena)
  const basis = dataVersionOf(state, view)
  if (snapshot?.basis === basis) return snapshot
  const isTracked = snapshot ? snapshot.kept : await isTrackedView(deps, arena, state, view)
  return isTracked
    ? refreshBoard(deps, arena, view, basis)
    : takeSnapshot(deps, arena, view, basis, 'on request')
}

/** The last board of a view that is not a preview, so that it can be verified. It is computed if there is none. */
export async function finishedSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const current = await currentSnapshot(deps, arena, view)
  if (!current.preview) return current
  const settled = await selectSnapshot(deps.db, arena.id, view.key, 'no preview')
  if (settled) return settled
  const basis = dataVersionOf(await publishedState(deps, arena), view)
  return takeSnapshot(deps, arena, view, basis, 'tracked')
}

const publishedState = (deps: Deps, arena: Arena): Promise<DataState> =>
  storeState(deps, arena.id, publishedUntil(deps.clock(), deps.publishEvery))

async function isTrackedView(deps: Deps, arena: Arena, state: DataState, view: ArenaView): Promise<boolean> {
  return (await trackedViews(deps, arena, state)).some(({ key }) => key === view.key)
}
