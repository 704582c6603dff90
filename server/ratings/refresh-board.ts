import type { Arena } from '../arenas/index.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import type { Deps } from '../platform/deps.ts'
import type { Snapshot } from './snapshot-queries.ts'
import { takeQuickSnapshot } from './take-snapshot.ts'
import type { ArenaView } from './arena-view.ts'

/** The job that computes the boards that are still previews. */
export const FINISH_TASK = 'finish-boards'

/**
 * A new board of a tracked view. A slow board comes as a preview first. A job with a queue of its own computes the
 * board, so that the next preview never waits for it. Requests become one while a job waits, and the next job while
 * one runs. So boards are finished even while votes keep coming.
 * @param isKept whether a job keeps the view current
 */
export async function refreshBoard(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  basis: string,
  isKept: boolean,
): Promise<Snapshot> {
  const snapshot = await takeQuickSnapshot(deps, arena, view, basis, isKept)
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
