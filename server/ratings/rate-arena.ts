import { setTimeout as sleep } from 'node:timers/promises'
import { arenaById } from '../arenas/index.ts'
import { requestEvaluation } from '../judge-evaluation/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import { requestRating } from '../votes/index.ts'
import { dataVersionOf } from './data-version.ts'
import { trackedViews } from './tracked-views.ts'
import { storeState } from './rating-threads.ts'
import { refreshBoard, requestFinish } from './refresh-board.ts'
import { markTracked, selectSnapshot } from './snapshot-queries.ts'

/** The boards of an arena are brought up to the facts this often at most. */
const SPACING_MS = 200

const lastBegun = new WeakMap<object, Map<number, number>>()

/** The job behind every vote: brings all kept boards of the arena up to the facts. Doing it twice changes nothing. */
export async function rateArena(deps: Deps, arenaId: number): Promise<void> {
  await keepDistance(deps, arenaId)
  const arena = await arenaById(deps.db, arenaId)
  if (!arena) return
  const until = publishedUntil(deps.clock(), deps.publishEvery)
  const state = await storeState(deps, arenaId, until)
  for (const view of await trackedViews(deps, arena, state)) {
    const basis = dataVersionOf(state, view)
    const snapshot = await selectSnapshot(deps.db, arenaId, view.key)
    if (snapshot?.basis !== basis) await refreshBoard(deps, arena, view, basis)
    else if (!snapshot.kept) await markTracked(deps.db, arenaId, snapshot.id)
    else if (snapshot.preview) await requestFinish(deps, arenaId)
  }
  await requestEvaluation(deps, arenaId)
  if (state.hasUnpublished)
    await deps.db.transaction().execute((trx) => requestRating(trx, arenaId, deps.clock(), deps.publishEvery))
}

/** The first vote is rated at once; what comes right after it, together. */
async function keepDistance({ db }: Deps, arenaId: number): Promise<void> {
  const ours = lastBegun.get(db) ?? new Map<number, number>()
  lastBegun.set(db, ours)
  const passed = performance.now() - (ours.get(arenaId) ?? -Infinity)
  if (passed < SPACING_MS) await sleep(SPACING_MS - passed)
  ours.set(arenaId, performance.now())
}
