import { arenaById } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { requestTrial } from '../judging/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { keptViews } from './kept-views.ts'
import { basisOf } from './basis.ts'
import { markKept, selectSnapshot } from './snapshot-queries.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { requestRating } from '../votes/index.ts'

/** The job behind every vote: brings all kept boards of the arena up to the facts. Doing it twice changes nothing. */
export async function rateArena(deps: Deps, arenaId: number): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  if (!arena) return
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  for (const view of await keptViews(deps, arena)) {
    const basis = await basisOf(deps.db, arena, view.source, until)
    const snapshot = await selectSnapshot(deps.db, arenaId, view.key)
    if (snapshot?.basis !== basis) await takeSnapshot(deps, arena, view, basis, 'kept')
    else if (!snapshot.kept) await markKept(deps.db, arenaId, snapshot.id)
  }
  await requestTrial(deps, arenaId)
  if (until !== null && (await isHeldBack(deps, arena, until)))
    await deps.db.transaction().execute((trx) => requestRating(trx, arenaId, deps.clock(), deps.publishEvery))
}

/** Whether there are facts that are not out yet: whoever recorded them may not know when they will be. */
async function isHeldBack({ db }: Deps, arena: Arena, until: Date): Promise<boolean> {
  const [out, all] = await Promise.all([until, null].map((moment) => basisOf(db, arena, null, moment)))
  return out !== all
}
