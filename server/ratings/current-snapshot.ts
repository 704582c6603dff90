import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { basisOf, isOfRevision } from './basis.ts'
import { selectSnapshot } from './snapshot-queries.ts'
import type { Snapshot } from './snapshot-queries.ts'
import { takeSnapshot } from './take-snapshot.ts'
import type { ArenaView } from './view.ts'

/**
 * The published board of a view. A view that the rating job keeps current is served as it stands unless contestants
 * or texts changed since; any other is computed when it is asked for and the facts have moved.
 */
export async function currentSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const snapshot = await selectSnapshot(deps.db, arena.id, view.key)
  if (snapshot?.kept && isOfRevision(snapshot.basis, arena)) return snapshot
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  const basis = await basisOf(deps.db, arena, view.source, until)
  if (snapshot?.basis === basis) return snapshot
  return takeSnapshot(deps, arena, view, basis, snapshot?.kept ? 'kept' : 'asked for')
}
