import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { dataVersionOf, isOfRevision } from './data-version.ts'
import { storeState } from './rating-threads.ts'
import { refreshBoard } from './refresh-board.ts'
import { selectSnapshot } from './snapshot-queries.ts'
import type { Snapshot } from './snapshot-queries.ts'
import { takeSnapshot } from './take-snapshot.ts'
import type { ArenaView } from './arena-view.ts'

/**
 * The published board of a view. The board of a tracked view is served as stored, unless contestants or texts have
 * changed. The board of any other view is computed when its data version has changed. The result may be a preview.
 */
export async function currentSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const snapshot = await selectSnapshot(deps.db, arena.id, view.key)
  if (snapshot?.kept && isOfRevision(snapshot.basis, arena, view)) return snapshot
  const basis = await currentDataVersion(deps, arena, view)
  if (snapshot?.basis === basis) return snapshot
  return snapshot?.kept
    ? refreshBoard(deps, arena, view, basis)
    : takeSnapshot(deps, arena, view, basis, 'on request')
}

/** The last board of a view that is not a preview, so that it can be verified. It is computed if there is none. */
export async function finishedSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const current = await currentSnapshot(deps, arena, view)
  if (!current.preview) return current
  const settled = await selectSnapshot(deps.db, arena.id, view.key, 'no preview')
  return settled ?? takeSnapshot(deps, arena, view, await currentDataVersion(deps, arena, view), 'tracked')
}

async function currentDataVersion(deps: Deps, arena: Arena, view: ArenaView): Promise<string> {
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  return dataVersionOf(await storeState(deps, arena.id, until), view)
}
