import { setTimeout as sleep } from 'node:timers/promises'
import { arenaById, MANY_VOTES, storeVoteCounts } from '../arenas/index.ts'
import { requestEvaluation } from '../judge-evaluation/index.ts'
import type { Deps } from '../platform/deps.ts'
import { published, PUBLIC_INTERVAL } from '../platform/postgres/publishing.ts'
import { RATE_TASK, requestRating, updateOutgrownStatistics } from '../votes/index.ts'
import { countPastBoards, PAST_TASK, requestPast, type PastPayload } from './past-boards.ts'
import { trackedViews } from './resolve-view.ts'
import { selectSnapshot, takeSnapshot } from './snapshots.ts'
import { changesThePast, dataVersionOf } from './view.ts'
import type { Db } from '../platform/schema.ts'
import type { TaskList } from 'graphile-worker'

/** The shortest time between two updates of an arena's boards. */
const SPACING_MS = 200

/** The jobs of ratings. */
export const ratingTasks = (deps: Deps): TaskList => ({
  [RATE_TASK]: (payload) => rateArena(deps, (payload as { arenaId: number }).arenaId),
  [PAST_TASK]: (payload) => countPastBoards(deps, payload as PastPayload),
})

/** The job after every vote: updates the boards of all tracked views of the arena. Doing it twice changes nothing. */
export async function rateArena(deps: Deps, arenaId: number): Promise<void> {
  await waitForSpacing(deps, arenaId)
  // votes and small imports come one by one: each asks for this job
  await updateOutgrownStatistics(deps.db, arenaId)
  const publication = await published(deps)
  const state = await deps.services.boards.ask('state', arenaId, publication, null)
  // Read after the votes: an import meanwhile may have brought a criterion together with votes on it.
  const arena = await arenaById(deps.db, arenaId)
  if (!arena) return
  for (const view of await trackedViews(deps, arena, state)) {
    const dataVersion = dataVersionOf(state, view)
    const stored = await selectSnapshot(deps.db, arenaId, view.key)
    const isPastChanged = !stored || changesThePast(stored.data_version, dataVersion)
    if (isPastChanged) await requestPast(deps.db, arenaId)
    const isCurrent = stored?.data_version === dataVersion
    const snapshot = isCurrent ? stored : await takeSnapshot(deps, arena, view, dataVersion, true)
    if (!snapshot.tracked) await markTracked(deps.db, arenaId, snapshot.id)
  }
  const votes = state.groups.reduce((sum, group) => sum + group.votes, 0)
  if (votes >= MANY_VOTES) await storeVoteCounts(deps, arenaId)
  await requestEvaluation(deps, arenaId)
  if (state.hasUnpublished)
    // a process that knows of no interval started before it; a publication makes the job due anyway
    await deps.db
      .transaction()
      .execute((trx) => requestRating(trx, arenaId, deps.settings.publishEvery || PUBLIC_INTERVAL))
}

/** The first vote is rated at once; those that follow within the spacing are rated together. */
async function waitForSpacing({ services: { boards } }: Deps, arenaId: number): Promise<void> {
  const passed = performance.now() - (boards.lastUpdates.get(arenaId) ?? -Infinity)
  if (passed < SPACING_MS) await sleep(SPACING_MS - passed)
  boards.lastUpdates.set(arenaId, performance.now())
}

/** Records that the snapshot's view is tracked. */
async function markTracked(db: Db, arenaId: number, id: number): Promise<void> {
  await db
    .updateTable('snapshots')
    .set({ tracked: true })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .execute()
}
