import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/postgres/publishing.ts'
import { dataVersionOf, isOfRevision, type DataState } from './data-version.ts'
import { storeState } from './rating-threads.ts'
import { refreshBoard } from './refresh-board.ts'
import { selectSnapshot, type Snapshot } from './snapshot-queries.ts'
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
  const isKept = snapshot?.kept === true
  const isQuick = isKept || (!snapshot && (await isTrackedView(deps, arena, state, view)))
  return isQuick
    ? refreshBoard(deps, arena, view, basis, isKept)
    : takeSnapshot(deps, arena, view, basis, 'on request')
}

/** The last board of a view that is not a preview, so that it can be verified. It is computed if there is none. */
export async function finishedSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const current = await currentSnapshot(deps, arena, view)
  if (!current.preview) return current
  return (
    (await selectSnapshot(deps.db, arena.id, view.key, 'no preview')) ?? inPlaceOf(deps, arena, view, current)
  )
}

/** The current board with all its parts: what was a preview is computed. For commands, after which no job follows. */
export async function wholeSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const current = await currentSnapshot(deps, arena, view)
  return current.preview ? inPlaceOf(deps, arena, view, current) : current
}

const inPlaceOf = (deps: Deps, arena: Arena, view: ArenaView, preview: Snapshot): Promise<Snapshot> =>
  takeSnapshot(deps, arena, view, preview.basis, preview.kept ? 'tracked' : 'on request')

const publishedState = async (deps: Deps, arena: Arena): Promise<DataState> =>
  storeState(deps, arena.id, await published(deps))

async function isTrackedView(deps: Deps, arena: Arena, state: DataState, view: ArenaView): Promise<boolean> {
  return (await trackedViews(deps, arena, state)).some(({ key }) => key === view.key)
}
