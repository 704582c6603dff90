import { arenaById } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { keptViews } from './kept-views.ts'
import { basisOf } from './basis.ts'
import { selectSnapshot } from './snapshot-queries.ts'
import { takeSnapshot } from './take-snapshot.ts'

/** The job behind every vote: brings all kept boards of the arena up to the facts. Doing it twice changes nothing. */
export async function rateArena(deps: Deps, arenaId: number): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  if (!arena) return
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  for (const view of await keptViews(deps.db, arena)) {
    const basis = await basisOf(deps.db, arena, view.source, until)
    const snapshot = await selectSnapshot(deps.db, arenaId, view.key)
    if (snapshot?.basis !== basis) await takeSnapshot(deps, arena, view, basis)
  }
}
