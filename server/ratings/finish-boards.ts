import { arenaById } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/postgres/publishing.ts'
import { dataVersionOf } from './data-version.ts'
import { trackedViews } from './tracked-views.ts'
import { storeState } from './rating-threads.ts'
import { selectSnapshot } from './snapshot-queries.ts'
import { takeSnapshot } from './take-snapshot.ts'

/** The job that computes the boards that are still previews. Doing it twice changes nothing. */
export async function finishBoards(deps: Deps, arenaId: number): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  if (!arena) return
  const publication = await published(deps)
  const state = await storeState(deps, arenaId, publication)
  for (const view of await trackedViews(deps, arena, state)) {
    const served = await selectSnapshot(deps.db, arenaId, view.key)
    if (served?.preview) await takeSnapshot(deps, arena, view, dataVersionOf(state, view), 'tracked')
  }
}
