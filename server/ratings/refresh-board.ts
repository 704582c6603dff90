import type { Arena } from '../arenas/index.ts'
import { addJob } from '../platform/jobs.ts'
import type { Deps } from '../platform/deps.ts'
import type { Snapshot } from './snapshot-queries.ts'
import { takeQuickSnapshot } from './take-snapshot.ts'
import type { ArenaView } from './arena-view.ts'

/** The job that computes the boards for which previews stand in. */
export const FINISH_TASK = 'finish-boards'

/**
 * A new board of a kept view: at once, as a preview where the board takes long. That board then follows from a job of
 * its own, whose queue never holds up the next preview; requests that come while one waits become one, and those that
 * come while one runs become the next, so that boards are finished however many votes keep coming.
 */
export async function refreshBoard(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  basis: string,
): Promise<Snapshot> {
  const snapshot = await takeQuickSnapshot(deps, arena, view, basis)
  if (snapshot.preview) await requestFinish(deps, arena.id)
  return snapshot
}

export function requestFinish({ db }: Pick<Deps, 'db'>, arenaId: number): Promise<void> {
  return addJob(db, {
    task: FINISH_TASK,
    payload: { arenaId },
    queue: `boards-${arenaId}`,
    key: `${FINISH_TASK}-${arenaId}`,
  })
}
