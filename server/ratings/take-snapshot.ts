import { type Arena, arenaById } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/postgres/publishing.ts'
import { dataVersionOf, isOfRevision, type DataState, isOlder } from './data-version.ts'
import { storeState, fromStore } from './rating-threads.ts'
import {
  selectSnapshot,
  type Snapshot,
  selectConfirmedWinner,
  deletePreviews,
  insertSnapshot,
  lockView,
  type NewSnapshot,
} from './snapshots.ts'
import { trackedViews } from './resolve-view.ts'
import type { ArenaView } from './view.ts'
import { ProblemError } from '../platform/problem.ts'
import { msg } from '../../shared/messages/index.ts'
import { boardTask } from './board-task.ts'
import { withSlot, type Priority } from './board-slots.ts'
import { notifyBoard } from '../platform/postgres/notifications.ts'
import { recordDeclaredPairs } from './differences.ts'
import { textOf } from './vote-store/compute-full.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { addJob } from '../platform/jobs/jobs.ts'

/**
 * The published board of a view. The board of a tracked view is served as stored, unless contestants or texts have
 * changed. The board of any other view is computed when its data version has changed. The result may be a preview, also
 * of the first board of a tracked view, which shares the computation of the job.
 */
export async function currentSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const snapshot = await selectSnapshot(deps.db, arena.id, view.key)
  if (snapshot?.tracked && isOfRevision(snapshot.data_version, arena, view)) return snapshot
  const state = await storeState(deps, arena.id, await published(deps))
  const dataVersion = dataVersionOf(state, view)
  if (snapshot?.data_version === dataVersion) return snapshot
  const isKept = snapshot?.tracked === true
  const isQuick = isKept || (!snapshot && (await isTrackedView(deps, arena, state, view)))
  return isQuick
    ? refreshBoard(deps, arena, view, dataVersion, isKept)
    : takeSnapshot(deps, arena, view, dataVersion, 'on request')
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
  takeSnapshot(deps, arena, view, preview.data_version, preview.tracked ? 'tracked' : 'on request')

async function isTrackedView(deps: Deps, arena: Arena, state: DataState, view: ArenaView): Promise<boolean> {
  return (await trackedViews(deps, arena, state)).some(({ key }) => key === view.key)
}

const runningByDatabase = new WeakMap<object, Map<string, Promise<Snapshot>>>()

/**
 * Computes the view's board from the published votes, stores it and notifies open streams. Visitors and jobs that
 * request the same board at the same data version share one computation.
 * @param dataVersion the data version when the board was requested
 * @param priority `tracked`: a job keeps the view current, and goes first; `on request`: a visitor requested it
 * @throws {ProblemError} too_many_requests when too many requested boards are waiting; arena_unknown if the arena was
 *   removed meanwhile
 */
export function takeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  dataVersion: string,
  priority: Priority,
): Promise<Snapshot> {
  return once(deps, `${arena.id} ${dataVersion} ${view.key}`, () =>
    withSlot(priority, async () => {
      const stored = priority === 'tracked' ? undefined : await selectSnapshot(deps.db, arena.id, view.key)
      if (stored?.data_version === dataVersion && !stored.preview) return stored
      return computeSnapshot(deps, arena, view, priority === 'tracked', false)
    }),
  )
}

function once(deps: Deps, key: string, compute: () => Promise<Snapshot>): Promise<Snapshot> {
  const running = runningByDatabase.get(deps.db) ?? new Map<string, Promise<Snapshot>>()
  runningByDatabase.set(deps.db, running)
  const promise = running.get(key) ?? compute().finally(() => running.delete(key))
  running.set(key, promise)
  return promise
}

async function computeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  isTracked: boolean,
  isQuick: boolean,
  attempts = 3,
): Promise<Snapshot> {
  const before = await arenaById(deps.db, arena.id)
  const computedAt = deps.clock()
  const begun = performance.now()
  const publication = await published(deps)
  const preview = isQuick
    ? { confirmedWinner: await selectConfirmedWinner(deps.db, arena.id, view.key) }
    : null
  const task = {
    ...(await boardTask(deps, before ?? arena, view, publication)),
    isTracked,
    computedAt,
    preview,
  }
  const { isPreview, ...computed } = await fromStore(deps, arena.id, publication, task)
  // warnings were read before the votes, so a change in between would leave old warnings on a new board
  const after = await arenaById(deps.db, arena.id)
  if (attempts > 1 && after?.revision !== before?.revision)
    return computeSnapshot(deps, arena, view, isTracked, isQuick, attempts - 1)
  const served = await storeSnapshot(deps, {
    arena_id: arena.id,
    view_key: view.key,
    tracked: isTracked,
    preview: isPreview,
    computed_at: computedAt,
    ...computed,
  }).catch(async (error: unknown) => {
    if (await arenaById(deps.db, arena.id)) throw error
    throw new ProblemError('arena_unknown', msg('arena_not_here', { arena: arena.slug }))
  })
  const kind = isPreview ? 'preview' : 'board'
  deps.metrics.boardSeconds.add({ kind }, (performance.now() - begun) / 1000)
  return served
}

/**
 * Stores a board unless a newer one of its view is stored, and notifies open streams. A view has one preview at most, and
 * only while the preview counts votes that no other board of the view counts.
 * @returns the snapshot to serve now
 */
async function storeSnapshot({ db }: Pick<Deps, 'db'>, snapshot: NewSnapshot): Promise<Snapshot> {
  return db.transaction().execute(async (trx) => {
    const { arena_id, view_key, data_version: version } = snapshot
    await lockView(trx, arena_id, view_key)
    const served = await selectSnapshot(trx, arena_id, view_key)
    const board = served?.preview ? await selectSnapshot(trx, arena_id, view_key, 'no preview') : served
    if (
      served &&
      snapshot.preview &&
      (isOlder(version, served.data_version) || version === served.data_version)
    )
      return served
    if (board && isOlder(version, board.data_version)) return served!
    const isStillAhead = served?.preview && !snapshot.preview && isOlder(version, served.data_version)
    if (served?.preview && !isStillAhead) await deletePreviews(trx, arena_id, view_key)
    const inserted = await insertSnapshot(trx, withDeclaredSince(snapshot, board))
    if (snapshot.tracked && !snapshot.preview)
      await recordDeclaredPairs(trx, snapshot, board?.tracked === true)
    if (isStillAhead) return served
    await notifyBoard(trx, arena_id)
    return inserted
  })
}

type DeclaredSince = NonNullable<Board['declaredSince']>
type Named = Pick<Board, 'winner' | 'votes' | 'computedAt' | 'looks' | 'preview' | 'declaredSince'>

/**
 * The snapshot with `declaredSince` on its board, carried forward from the last board of the view. Only boards that a
 * job keeps current and that hold for all looks have it. Between two boards on request, it is unknown what was
 * declared.
 * @param last the newest stored board of the view that is not a preview
 */
function withDeclaredSince(snapshot: NewSnapshot, last: Snapshot | undefined): NewSnapshot {
  if (!snapshot.tracked) return snapshot
  const board = JSON.parse(snapshot.board) as Board
  const before = last?.tracked ? (JSON.parse(last.board) as Named) : null
  const declared = declaredSince(board, before)
  return declared ? { ...snapshot, ...textOf({ ...board, declaredSince: declared }) } : snapshot
}

/**
 * The first board since which every board of the view has named the same winner. A preview repeats the value of the
 * last full board. Null if no winner was named.
 * @param before the last board of the view that was not a preview
 */
function declaredSince(board: Named, before: Named | null): DeclaredSince | null {
  if (board.looks !== 'any') return null
  // a board for one look makes another claim
  const last = before?.looks === 'any' ? before : null
  const known = last && knownOf(last)
  if (board.preview) return board.winner !== null && board.winner === last?.winner ? known : null
  const stands = board.winner !== null && board.winner === last?.winner
  const fell = (known?.fell ?? 0) + (last && last.winner !== null && !stands ? 1 : 0)
  if (board.winner === null) return fell > 0 ? { winner: null, fell } : null
  const since = stands ? known!.winner : { votes: board.votes, at: board.computedAt }
  return { winner: since, fell }
}

/** A stored board without this field counts as the first that named its winner. */
function knownOf({ winner, votes, computedAt, declaredSince: known }: Named): DeclaredSince {
  return known ?? { winner: winner === null ? null : { votes, at: computedAt }, fell: 0 }
}

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
  dataVersion: string,
  isKept: boolean,
): Promise<Snapshot> {
  // needs no slot, because it is always quick; a shared computation may have begun before a job tracked the view current
  const snapshot = await once(deps, `quick ${arena.id} ${dataVersion} ${view.key}`, () =>
    computeSnapshot(deps, arena, view, isKept, true),
  )
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
